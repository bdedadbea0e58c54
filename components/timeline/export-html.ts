// The timeline as one self-contained file: no script, nothing loaded, everything escaped. The server has
// already redacted what must not leave (lib/server/timeline/timeline-redacted.ts).
import type { TimelineExported } from "@/lib/bff/timeline";
import { timeTicks } from "@/lib/charts/time-axis";
import { formatDuration } from "@/lib/format/duration";
import { formatClock, formatDate, formatFullTime, formatZone } from "@/lib/format/full-time";
import { exportStyle, exportStyleHash } from "./export-style.ts";
import { exportTables } from "./export-tables.ts";
import { Html, html } from "./export-text.ts";
import type { Shape } from "./lane-shapes.ts";
import { drawnShapes, lanesOf } from "./lanes.ts";
import { exportHtmlTexts } from "./timeline-on-demand-messages.ts";

const widthPx = 1_100;
const policy = `default-src 'none'; style-src '${exportStyleHash}'; base-uri 'none'; form-action 'none'`;

const box = ({ x, y, w, h, tone, title }: Shape) =>
  html`<rect class="t-${tone}" x="${x}" y="${y}" width="${w}" height="${h}">${title === undefined ? "" : html`<title>${title}</title>`}</rect>`;

/** The file's list of exclusions; constant, because exports never contain these. */
const leftOutMessage = exportHtmlTexts.whatIsLeftOut;

/** The file as one text, times in `zone`. */
export function exportHtml(exported: TimelineExported, zone: string): string {
  const { timeline, environment, generated_at_ms: generatedAtMs, generated_by: by } = exported;
  const range = { fromMs: timeline.from_ms, toMs: timeline.to_ms };
  const time = (atMs: number) => `${formatDate(atMs, zone)} ${formatClock(atMs, zone, "ms")}`;
  const scale = { range, widthPx, timeText: time };
  const ticks = timeTicks(range.fromMs, range.toMs, zone, 8);
  const tickMs = ticks.map(({ atMs }) => atMs);
  const lanes = lanesOf(timeline).map((lane) => {
    const most = lane.maximum?.(timeline);
    return html`<section class="lane"><h3>${lane.name}</h3><p>${lane.summary(timeline)}</p>${most === undefined ? "" : html` <span>${most}</span>`}
<svg role="img" aria-label="${`${lane.name}: ${lane.summary(timeline)}`}" viewBox="0 0 ${widthPx} ${lane.heightPx}" height="${lane.heightPx}" preserveAspectRatio="none">${drawnShapes(lane, timeline, scale, tickMs).map(box)}</svg></section>\n`;
  });
  const title = exportHtmlTexts.title(
    environment,
    `${formatDate(range.fromMs, zone)} ${formatClock(range.fromMs, zone, "second")}`,
  );
  const actions = timeline.actions === null ? exportHtmlTexts.actsLeftOut : "";
  const complete = timeline.invocations.complete
    ? exportHtmlTexts.noInvocationsKnownMissing
    : exportHtmlTexts.invocationsMayBeMissing;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${new Html(exportStyle)}</style></head><body><main>
<h1>${exportHtmlTexts.heading(environment)}</h1>
<dl><dt>${exportHtmlTexts.from}</dt><dd>${formatFullTime(range.fromMs, zone)}</dd><dt>${exportHtmlTexts.to}</dt><dd>${formatFullTime(range.toMs, zone)}</dd><dt>${exportHtmlTexts.length}</dt><dd>${formatDuration(range.toMs - range.fromMs)}</dd><dt>${exportHtmlTexts.timeZone}</dt><dd>${formatZone(range.toMs, zone)}</dd><dt>${exportHtmlTexts.made}</dt><dd>${exportHtmlTexts.madeBy(formatFullTime(generatedAtMs, zone), by)}</dd><dt>${exportHtmlTexts.complete}</dt><dd>${complete}</dd></dl>
<p>${leftOutMessage} ${actions}</p>
<h2>${exportHtmlTexts.lanes}</h2>
<div class="ticks"><span>${time(range.fromMs)}</span><span>${time(range.toMs)}</span></div>
${lanes}
${exportTables(timeline, time)}
</main></body></html>
`.text;
}

/** `timeline-staging-2026-11-21T03-08-00Z.html`. */
export function exportFileName({ environment, timeline }: TimelineExported): string {
  const name = environment
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const at = new Date(timeline.from_ms).toISOString().slice(0, 19).replaceAll(":", "-");
  return `timeline-${name === "" ? "fleet" : name}-${at}Z.html`;
}
