// Formats figures as the Markdown table that is printed and stored.
import { type Figure, type Goal, isMet, ratioOf } from "./figure.ts";

const heads = ["", "figure", "this build", "baseline in the same run", "ratio", "goal", "met"] as const;

/** About three significant digits: more are not reproducible. */
function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

const goalText = ({ of, bound, than }: Goal, unit: string) =>
  `${of === "ratio" ? "ratio " : ""}${bound === "least" ? "≥" : "≤"} ${than.toLocaleString("en-GB")}${of === "ratio" ? "" : ` ${unit}`}`;

function cells(figure: Figure): readonly string[] {
  const { id, what, unit, ours, baseline, goal, note } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return [
    id,
    note === undefined ? what : `${what} (${note})`,
    `${numberText(ours)} ${unit}`,
    baseline === undefined ? "–" : `${numberText(baseline.value)} ${unit} (${baseline.name})`,
    ratio === undefined ? "–" : numberText(ratio),
    goal === undefined ? "–" : goalText(goal, unit),
    met === undefined ? "–" : met ? "yes" : "**no**",
  ];
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = [heads, heads.map(() => "---"), ...figures.map(cells)];
  return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
}
