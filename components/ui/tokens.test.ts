import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const themes = { light: block(":root {"), dark: block('[data-theme="dark"] {') };

const grounds = ["bg", "bg-sunk", "bg-raised", "bg-hover", "bg-selected"];
type Pair = readonly [string, string];
const text: readonly Pair[] = [
  ...grounds.flatMap((ground) => ["ink", "ink-2", "ink-3"].map((ink): Pair => [ink, ground])),
  ...["queued", "running", "ok", "bad", "warn"].map((tone): Pair => [tone, `${tone}-bg`]),
  ...["queued", "running", "ok", "bad", "warn", "accent"].flatMap((tone) =>
    ["bg", "bg-sunk", "bg-raised"].map((ground): Pair => [tone, ground]),
  ),
  ["ink-2", "bad-bg"],
  ["ink-2", "warn-bg"],
  ["ink-on", "accent"],
  ["ink-on", "accent-hover"],
  ["bg", "ink"],
];
const shapes: readonly Pair[] = [
  ...["bg", "bg-raised", "bg-sunk"].map((ground): Pair => ["focus", ground]),
  ...["bg", "bg-raised"].map((ground): Pair => ["line-control", ground]),
];

describe.each(["light", "dark"] as const)("%s theme", (theme) => {
  it.each(text)("%s on %s has text contrast (AA, 4.5)", (ink, ground) => {
    expect(contrast(themes[theme], ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapes)("%s on %s has shape contrast (AA, 3)", (ink, ground) => {
    expect(contrast(themes[theme], ink, ground)).toBeGreaterThanOrEqual(3);
  });
});

it("the dark theme redefines every token of the light theme", () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort());
});

function block(opening: string): ReadonlyMap<string, string> {
  const start = css.indexOf(opening);
  const body = css.slice(start, css.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function contrast(
  theme: ReadonlyMap<string, string>,
  ink: string | undefined,
  ground: string | undefined,
): number {
  const [a, b] = [luminance(theme.get(ink ?? "")), luminance(theme.get(ground ?? ""))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Relative luminance (WCAG) of `#fff` or `oklch(L% C H)`; the matrices are from the CSS Color 4
 * specification.
 */
function luminance(value: string | undefined): number {
  if (value === "#fff") return 1;
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value ?? "") ?? [];
  if (lightness === undefined) throw new Error(`not a plain colour: ${value}`);
  const [l, c, h] = [Number(lightness) / 100, Number(chroma), (Number(hue) * Math.PI) / 180];
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}
