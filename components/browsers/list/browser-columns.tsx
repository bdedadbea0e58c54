import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { LastPictureButton } from "@/components/pictures/last-picture-button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Browser } from "@/lib/contract/browsers";
import { formatDuration } from "@/lib/format/duration";
import { type BrowserRow, facetOf } from "./browser-rows.ts";

/** A session has ended if it has `deleted_at`: the API has no other state. */
export const sessionState = (browser: Browser): "active" | "ended" =>
  browser.deleted_at ? "ended" : "active";

/** The options of its creation, by the API's names. */
export function modes(browser: Browser): string[] {
  return [
    browser.headless ? "headless" : undefined,
    browser.stealth ? "stealth" : undefined,
    browser.kiosk_mode ? "kiosk_mode" : undefined,
  ].filter((mode) => mode !== undefined);
}

const dash = <span className="text-ink-3">–</span>;

const state: Column<BrowserRow> = {
  id: "state",
  header: "State",
  card: "state",
  width: "6.5rem",
  cell: ({ browser }) => <StatusBadge of="session" status={sessionState(browser)} />,
};

const id: Column<BrowserRow> = {
  id: "session_id",
  header: "Browser",
  card: "name",
  width: "15.5rem",
  mono: true,
  cell: ({ browser: { session_id: sessionId } }) => (
    <span className="inline-flex max-w-full items-center gap-1">
      <PinBadge kind="session" id={sessionId} lead={false} className="max-w-3/5 shrink-0 truncate" />
      <span title={sessionId} className="truncate">
        {sessionId}
      </span>
      <CopyButton text={sessionId} label="Copy browser id" />
      <LastPictureButton sessionId={sessionId} />
    </span>
  ),
};

/** What a browser belongs to and uses; each value filters. */
const links: readonly Column<BrowserRow>[] = [
  {
    id: "action",
    header: "Invocation",
    card: "note",
    cell: ({ invocation }) =>
      invocation ? (
        <span title={`${invocation.app_name} ${invocation.version} ${invocation.action_name}`}>
          {invocation.action_name} <span className="text-ink-3">{invocation.status}</span>
        </span>
      ) : (
        dash
      ),
    filterValue: (row) => facetOf(row, "action"),
  },
  {
    id: "pool",
    header: "Pool",
    width: "9.5rem",
    cell: (row) => row.pool ?? dash,
    filterValue: (row) => row.pool,
  },
  {
    id: "proxy",
    header: "Proxy",
    width: "9.5rem",
    hideWhenNarrow: true,
    cell: (row) => row.proxy ?? dash,
    filterValue: (row) => row.proxy,
  },
  {
    id: "profile",
    header: "Profile",
    width: "8rem",
    hideWhenNarrow: true,
    cell: (row) => row.profile ?? dash,
    filterValue: (row) => row.profile,
  },
];

const created: Column<BrowserRow> = {
  id: "created_at",
  header: "Created",
  card: "end",
  width: "6.5rem",
  cell: ({ browser }) => <RelativeTime at={browser.created_at} />,
};

const timeout: Column<BrowserRow> = {
  id: "timeout_seconds",
  header: "Ends after",
  hint: "How long a browser without a client is kept. Its page counts the time left.",
  card: "figure",
  cardLabel: true,
  width: "6rem",
  align: "right",
  cell: ({ browser: { timeout_seconds: seconds } }) => (seconds ? formatDuration(seconds * 1_000) : dash),
};

const ended: Column<BrowserRow> = {
  id: "deleted_at",
  header: "Ended",
  card: "figure",
  cardLabel: true,
  width: "7rem",
  cell: ({ browser }) => <RelativeTime at={browser.deleted_at} />,
};

/** The columns by the state that the list shows. */
export const browserColumns = {
  active: [state, id, ...links, created, timeout],
  deleted: [state, id, ...links, created, ended],
  all: [state, id, ...links, created, timeout, ended],
} as const satisfies Record<string, readonly Column<BrowserRow>[]>;
