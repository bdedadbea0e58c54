/** Position and width of a floating view, in pixels from the upper left corner. The height follows from
 *  the width. */
export interface FloatBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

export const floatBounds = { minWidth: 200, maxWidth: 960, marginPx: 12, barPx: 36 } as const;

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));

/** Clamps the box to the window. `ratio`: width by height of the picture. */
export function fitBox(box: FloatBox, room: ViewportSize, ratio: number): FloatBox {
  const { minWidth, maxWidth, marginPx, barPx } = floatBounds;
  const widest = Math.min(maxWidth, room.width - 2 * marginPx, (room.height - barPx - 2 * marginPx) * ratio);
  const width = Math.round(between(Math.min(minWidth, widest), box.width, widest));
  const height = barPx + width / ratio;
  return {
    left: Math.round(between(marginPx, box.left, room.width - marginPx - width)),
    top: Math.round(between(marginPx, box.top, room.height - marginPx - height)),
    width,
  };
}

/** Initial position: the lower right corner. */
export function firstBox(room: ViewportSize, ratio: number): FloatBox {
  const width = room.width < 640 ? 220 : 400;
  return fitBox({ left: room.width, top: room.height, width }, room, ratio);
}

/** The step of an arrow key in pixels, larger with Shift; undefined for other keys. */
export function arrowStep(
  key: string,
  shift: boolean,
): { readonly x: number; readonly y: number } | undefined {
  const px = shift ? 64 : 16;
  switch (key) {
    case "ArrowLeft":
      return { x: -px, y: 0 };
    case "ArrowRight":
      return { x: px, y: 0 };
    case "ArrowUp":
      return { x: 0, y: -px };
    case "ArrowDown":
      return { x: 0, y: px };
    default:
      return undefined;
  }
}
