// Encodes a layout for the address: parts joined by `*`, each a letter, a dot and its value.
//   c        a new column            g        a new group below
//   s.NAME   a supervisor process    p.PATH   a file          (S.SESSION.NAME, P.SESSION.PATH: of another session)
//   t.VIEW   a view of the browser's telemetry: network, console or activity       (T.SESSION.VIEW)
//   m        the next source is merged into the pane before   k.MS     time shift of that pane
//   o        that pane is the visible one of its group
import { instancePathFault } from "@/lib/bff/instance-path";
import { telemetryViews } from "@/lib/bff/telemetry-view";
import {
  isMergeable,
  logName,
  maxSkewMs,
  maxSources,
  type Pane,
  type PaneContent,
  type PaneGroup,
  type PaneLayout,
  type PaneSource,
} from "./pane-layout.ts";
import { paneAddressTexts } from "./pane-messages.ts";

export const maxAddressLength = 4_000;
const nothing = "-";
const sessionPattern = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,127}$/;

/** Whether a text is a valid session id. */
export const isSessionId = (text: string): boolean => sessionPattern.test(text);

/** Error message for a process name or path that the live stream would refuse; undefined if it is valid. */
export function logFault(log: PaneContent): string | undefined {
  if (log.source === "telemetry") return undefined;
  if (/\p{Cc}/u.test(logName(log))) return paneAddressTexts.useNoControlCharacters;
  if (log.source === "supervisor") {
    if (log.process === "") return paneAddressTexts.enterAName;
    return log.process.length > 255 ? paneAddressTexts.processNameTooLong : undefined;
  }
  const fault = instancePathFault(log.path);
  if (fault !== undefined) return paneAddressTexts.pathFault(fault);
  return log.path.length > 1024 ? paneAddressTexts.pathTooLong : undefined;
}

export function writeLayout(layout: PaneLayout): string {
  const parts = layout.flatMap((column, columnIndex) => [
    ...(columnIndex === 0 ? [] : ["c"]),
    ...column.flatMap((group, groupIndex) => [...(groupIndex === 0 ? [] : ["g"]), ...groupParts(group)]),
  ]);
  return parts.length === 0 ? nothing : parts.join("*");
}

/** Identifies a pane by its sources, independent of its position. */
export const paneText = ({ sources }: Pane): string => sources.map(sourcePart).join("*m*");

function groupParts({ panes, open }: PaneGroup): string[] {
  return panes.flatMap((pane, index) => [
    paneText(pane),
    ...(pane.skewMs === 0 ? [] : [`k.${pane.skewMs}`]),
    ...(open === index && index > 0 ? ["o"] : []),
  ]);
}

const escaped = (text: string) => text.replaceAll("%", "%25").replaceAll("*", "%2A");

const letters = { path: "p", supervisor: "s", telemetry: "t" } as const;

function sourcePart({ session, log }: PaneSource): string {
  const letter = letters[log.source];
  const name = log.source === "telemetry" ? log.view : escaped(logName(log));
  if (session === undefined) return `${letter}.${name}`;
  return `${letter.toUpperCase()}.${escaped(session).replaceAll(".", "%2E")}.${name}`;
}

export interface ReadLayout {
  readonly layout: PaneLayout;
  /** Invalid parts that were skipped, and why. */
  readonly ignored: readonly { readonly path: string; readonly message: string }[];
}

/** Parses a layout; invalid parts are skipped and reported. */
export function readLayout(text: string): ReadLayout {
  const ignored: { path: string; message: string }[] = [];
  const leave = (message: string) => ignored.push({ path: "panes", message });
  if (text.length > maxAddressLength) {
    leave(paneAddressTexts.addressTooLong(maxAddressLength));
    return { layout: [], ignored };
  }
  const columns: { panes: Pane[]; open: number }[][] = [[{ panes: [], open: 0 }]];
  let sources = 0;
  let merging = false;
  for (const part of text === nothing ? [] : text.split("*")) {
    const column = columns.at(-1) ?? [];
    const group = column.at(-1) ?? { panes: [], open: 0 };
    const last = group.panes.at(-1);
    const source = readSource(part);
    if (part === "c") columns.push([{ panes: [], open: 0 }]);
    else if (part === "g") column.push({ panes: [], open: 0 });
    else if (part === "m" && last !== undefined) merging = true;
    else if (part === "o" && last !== undefined) group.open = group.panes.length - 1;
    else if (source !== undefined && sources >= maxSources) leave(paneAddressTexts.tooManyLogs(maxSources));
    else if (source !== undefined) {
      sources += 1;
      const pane: Pane = { sources: [source], skewMs: 0 };
      const isMerged = merging && last !== undefined && isMergeable(last) && isMergeable(pane);
      if (merging && !isMerged) leave(paneAddressTexts.networkCannotBeMerged);
      if (isMerged) {
        group.panes[group.panes.length - 1] = { ...last, sources: [...last.sources, source] };
      } else group.panes.push(pane);
      merging = false;
    } else {
      const skewMs = readSkew(part);
      if (skewMs !== undefined && last !== undefined)
        group.panes[group.panes.length - 1] = { ...last, skewMs };
      else leave(paneAddressTexts.isNotAPane(part.slice(0, 40)));
    }
  }
  const layout = columns
    .map((column) => column.filter(({ panes }) => panes.length > 0))
    .filter((column) => column.length > 0);
  return { layout, ignored };
}

function readSource(part: string): PaneSource | undefined {
  const own = /^([spt])\.(.+)$/su.exec(part);
  if (own !== null) return sourceOf(own[1], undefined, own[2]);
  const other = /^([SPT])\.([^.]+)\.(.+)$/su.exec(part);
  return other === null ? undefined : sourceOf(other[1]?.toLowerCase(), other[2], other[3]);
}

function logOf(letter: string, name: string): PaneContent | undefined {
  if (letter === "p") return { source: "path", path: name };
  if (letter === "s") return { source: "supervisor", process: name };
  const view = telemetryViews.find((each) => each === name);
  return view && { source: "telemetry", view };
}

function sourceOf(letter = "", session: string | undefined, name = ""): PaneSource | undefined {
  try {
    const plain = decodeURIComponent(name);
    const id = session === undefined ? undefined : decodeURIComponent(session);
    if (id !== undefined && !isSessionId(id)) return undefined;
    const log = logOf(letter, plain);
    return log !== undefined && logFault(log) === undefined ? { session: id, log } : undefined;
  } catch {
    // An unescaped % in an edited address.
    return undefined;
  }
}

function readSkew(part: string): number | undefined {
  const read = /^k\.(-?\d{1,7})$/.exec(part);
  const ms = Number(read?.[1]);
  return read !== null && Math.abs(ms) <= maxSkewMs ? ms : undefined;
}
