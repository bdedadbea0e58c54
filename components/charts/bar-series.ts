export interface BarSeries<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly tone: "queued" | "running" | "ok" | "bad" | "warn";
}

const swatches = {
  queued: "bg-queued",
  running: "bg-running",
  ok: "bg-ok",
  bad: "bg-bad",
  warn: "bg-warn",
} as const satisfies Record<BarSeries<string>["tone"], string>;

export function swatchOf(tone: BarSeries<string>["tone"]): string {
  return swatches[tone];
}
