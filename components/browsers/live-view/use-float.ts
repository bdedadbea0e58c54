"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { arrowStep, type FloatBox, firstBox, fitBox, type ViewportSize } from "./float-box.ts";

const room = (): ViewportSize => ({ width: window.innerWidth, height: window.innerHeight });

export interface FloatHandle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A view that can float over the page, moved and resized by pointer and arrow keys. */
export function useFloat(ratio: number): {
  /** Undefined: it is docked. */
  readonly box: FloatBox | undefined;
  readonly float: () => void;
  readonly dock: () => void;
  readonly move: FloatHandle;
  readonly resize: FloatHandle;
} {
  const [box, setBox] = useState<FloatBox>();
  const last = useRef<FloatBox>(undefined);
  const grip = useRef<{ x: number; y: number; box: FloatBox }>(undefined);
  const floating = box !== undefined;

  useEffect(() => {
    if (!floating) return;
    const fit = () => setBox((now) => (now === undefined ? now : fitBox(now, room(), ratio)));
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [floating, ratio]);

  const handle = (apply: (from: FloatBox, x: number, y: number) => FloatBox): FloatHandle => ({
    onPointerDown(event) {
      if (box === undefined || event.button !== 0) return;
      // Captured, because a frame under the pointer would receive the drag's events.
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { x: event.clientX, y: event.clientY, box };
    },
    onPointerMove(event) {
      const from = grip.current;
      if (from === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      setBox(fitBox(apply(from.box, event.clientX - from.x, event.clientY - from.y), room(), ratio));
    },
    onKeyDown(event) {
      const step = arrowStep(event.key, event.shiftKey);
      if (box === undefined || step === undefined) return;
      event.preventDefault();
      setBox(fitBox(apply(box, step.x, step.y), room(), ratio));
    },
  });

  return {
    box,
    float: () =>
      setBox(last.current === undefined ? firstBox(room(), ratio) : fitBox(last.current, room(), ratio)),
    dock: () => {
      last.current = box;
      setBox(undefined);
    },
    move: handle((from, x, y) => ({ ...from, left: from.left + x, top: from.top + y })),
    resize: handle((from, x, y) => ({ ...from, width: from.width + (x === 0 ? y * ratio : x) })),
  };
}
