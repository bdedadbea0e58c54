export interface BarSeries<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly tone: "queued" | "running" | "ok" | "bad" | "warn";
}

/** Muted, except what is wrong. */
const swatches = {
  queued: "bg-queued/55",
  running: "bg-running/55",
  ok: "bg-ok/45",
  bad: "bg-bad",
  warn: "bg-warn",
} as const satisfies Record<BarSeries<string>["tone"], string>;

const opacities = { queued: 0.55, running: 0.55, ok: 0.45, bad: 1, warn: 1 } as const;

/** How a bar of the series is filled. */
export const fillOf = (tone: BarSeries<string>["tone"]) => ({
  fill: `var(--${tone})`,
  fillOpacity: opacities[tone],
});

export function swatchOf(tone: BarSeries<string>["tone"]): string {
  return swatches[tone];
}
