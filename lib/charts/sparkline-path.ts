/** SVG path of `values` in a box of `width` by `height`, from 0 to `max` (or the greatest value). A null is a
 *  gap. An isolated value becomes a short dash, to be visible. */
export function sparklinePath(
  values: readonly (number | null)[],
  { width, height, max }: { width: number; height: number; max?: number | undefined },
): string {
  const top = Math.max(max ?? 0, ...values.map((value) => value ?? 0)) || 1;
  const stepX = values.length > 1 ? width / (values.length - 1) : 0;
  const round = (value: number) => Math.round(value * 100) / 100;
  let path = "";
  values.forEach((value, index) => {
    if (value === null) return;
    const x = round(index * stepX);
    const y = round(height - (Math.max(0, value) / top) * height);
    const before = index === 0 ? null : (values[index - 1] ?? null);
    const after = values[index + 1] ?? null;
    path += before === null ? `M${x} ${y}` : `L${x} ${y}`;
    if (before === null && after === null) path += "h1";
  });
  return path;
}
