// The texts of the search page that depend on what was searched and found.
import type { EvidenceState } from "@/lib/bff/evidence";
import type { SearchFilter } from "@/lib/bff/log-search-query";
import { dayMs, hourMs, minuteMs, secondMs } from "@/lib/bff/time-units";
import { formatCount } from "@/lib/format/numbers";
import type { EntryGroup } from "./entry-groups.ts";
import type { FacetName } from "./facets.ts";
import type { ResultTab } from "./search-params.ts";

export const tabLabels = {
  all: "All",
  line: "Log lines",
  reason: "Reasons",
  payload: "Payloads",
  output: "Outputs",
} as const satisfies Record<ResultTab, string>;

export const filterLabels = {
  app: "Application",
  action: "Action",
  version: "Version",
  level: "Level",
  source: "Source",
  session: "Browser",
  since: "Since",
} as const satisfies Record<SearchFilter, string>;

/** What each filter takes. */
export const filterHints = {
  app: "app:storefront – this application",
  action: "action:checkout – this action",
  version: "version:v12 – this version",
  level: "level:error – or fatal, warn, info, debug, trace",
  source: "source:network – the writer of the line",
  session: "session:… – this browser, by its id",
  since: "since:1h – or 30m, 7d, 2026-11-23",
} as const satisfies Record<SearchFilter, string>;

/** Entries without a value of the facet. */
export const noValueLabels = {
  app: "No application",
  action: "No invocation",
  version: "No version",
  source: "No source",
  level: "No level",
} as const satisfies Record<FacetName, string>;

const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const matchesText = (count: number): string => counted(count, "match", "matches");

/** `17 invocations, 1 browser`. */
export function subjectsText(groups: readonly EntryGroup[]): string {
  const invocations = groups.filter(({ subject }) => subject.kind === "invocation").length;
  const browsers = groups.length - invocations;
  return [
    invocations > 0 ? counted(invocations, "invocation") : "",
    browsers > 0 ? counted(browsers, "browser") : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

/** `minute`, `5 min`. */
export function stepText(stepMs: number): string {
  const units = [
    ["day", "days", dayMs],
    ["hour", "h", hourMs],
    ["minute", "min", minuteMs],
    ["second", "s", secondMs],
  ] as const;
  for (const [one, many, unitMs] of units) {
    if (stepMs === unitMs) return one;
    if (stepMs > unitMs && stepMs % unitMs === 0) return `${stepMs / unitMs} ${many}`;
  }
  return `${stepMs} ms`;
}

/** What can be searched, by what is stored. */
export function storedText({ settings, stored }: EvidenceState): string {
  if (stored.lines === 0) return "No log lines are stored yet.";
  const logs = `${counted(stored.lines, "line")} of ${counted(stored.logs, "log")} stored`;
  const which = settings.logs === "failed" ? ", browsers only of failed invocations" : "";
  return `${logs}${which}, for ${counted(settings.days, "day")} each.`;
}

/** Why the recorded invocations were not searched. */
export function notSearchedText(filters: readonly SearchFilter[]): string {
  if (filters.length === 0) return "Reasons, payloads and outputs need a word or a phrase.";
  const names = filters.map((name) => `${name}:`).join(" and ");
  return `Only log lines were searched, because ${names} ${filters.length === 1 ? "applies" : "apply"} to log lines only.`;
}

export const exampleSearchesTexts = {
  notFoundFavicon: '"not found" -favicon',
} as const;

export const facetListTexts = {
  filtersWithCounts: "Filters with counts",
  more: (count: number) => `${count} more`,
} as const;

export const filterRowTexts = {
  words: "Words, ",
  aPhrase: '"a phrase"',
  without: "-without",
  or: ", or",
  addFilter: (name: string) => `Add filter ${name}`,
  remove: (name: string, value: string) => `Remove ${name}:${value}`,
} as const;

export const keyFooterTexts = {
  nextPrevious: "Next, previous",
  openLine: "Open line",
  copyLink: "Copy link",
  editSearch: "Edit search",
  allShortcuts: "All shortcuts",
} as const;

export const matchHistogramTexts = {
  matchesPer: (stepText: string) => `Matches per ${stepText}`,
  most: (count: number) => `max ${formatCount(count)}`,
  summary: ({
    title,
    matches,
    from,
    to,
    most,
  }: {
    title: string;
    matches: string;
    from: string;
    to: string;
    most: number;
  }) => `${title}: ${matches} from ${from} to ${to}, at most ${most}`,
} as const;

export const noMatchesTexts = {
  noMatch: "No match",
  searchWithout: "Search without ",
  thereAreMatchesWithout: "There are matches without ",
  removeAllFilters: "Remove all filters",
  clearSearch: "Clear search",
  lookingForHiddenMatches: "Looking for the part that hides matches…",
  howWordsMatch: "A word matches the start of words, in upper or lower case. ",
  everythingSearched: "Everything that is stored was searched.",
} as const;

export const resultEntryTexts = {
  timeUnknown: "time unknown",
  open: (kind: string) => `Open ${kind}`,
  openLine: (number: number) => `Open line ${number}`,
} as const;

export const resultGroupTexts = {
  browser: (name: string | undefined) => (name === undefined ? "Browser" : `Browser ${name}`),
  invocation: "Invocation",
  more: (count: number) => `+${count} more`,
  notRecorded: "not recorded",
} as const;

export const resultsSkeletonTexts = {
  searching: "Searching",
} as const;

export const searchFieldTexts = {
  searchEverything: "Search logs, reasons, payloads and outputs",
  wordsOrALogMessage: "Words or a log message",
} as const;

export const searchResultsTexts = {
  theSearchFailed: "The search failed",
  kindOfMatch: "Kind of match",
  firstThousandCharacters:
    "Reasons, and the first 1,000 characters of payloads and outputs, are searched for the first word or phrase.",
  noMatchIn: (tabLabels: string, hasOthers: boolean) =>
    `No match in ${tabLabels}.${hasOthers ? " See All." : ""}`,
} as const;

export const searchStartTexts = {
  searchLogs: "Search logs",
  whatIsSearched:
    "Searches the stored logs of invocations and browsers, and the reasons, payloads and outputs of invocations.",
  try: "Try",
} as const;

export const searchStatusTexts = {
  searching: "Searching…",
  stop: "Stop",
  searchFurtherBack: "Search further back",
  theSearchStopped: "The search stopped",
  searchedBackTo: (text: string) => `Searched back to ${text}`,
} as const;

export const searchViewTexts = {
  needsOperatorRole: "Searching logs needs the operator role.",
  search: "Search",
  notForYourRole: "Not for your role",
} as const;

export const storedLogsNoticeTexts = {
  logsNotStored: (lines: number, hasNetwork: boolean) =>
    `Logs are not stored. Only reasons, payloads${hasNetwork ? ", outputs, console and network" : " and outputs"} are searched${lines > 0 ? ", and logs stored earlier" : ""}. Change it in `,
  settings: "Settings",
  orBy: " or by ",
  keepLogs: "KEEP_LOGS",
} as const;

export const searchKeysTexts = {
  noMatchSelected: "No match selected",
  selectOneFirst: "Select one with j or k first.",
  copiedLinkToMatch: "Copied a link to the match",
  notCopied: "Not copied",
  clipboardRefused: "The browser refused access to the clipboard.",
} as const;
