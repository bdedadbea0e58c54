import clsx from "clsx";
import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { ProxyDown } from "@/components/inventory/resource-trouble";
import { LastPictureButton } from "@/components/pictures/last-picture-button";
import { CopyButton } from "@/components/ui/copy-button";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { browserColumnsTexts } from "./browser-list-messages.ts";
import { type BrowserRow, facetOf } from "./browser-rows.ts";
import { sessionState } from "./browser-state.ts";
import { BrowserTimeout } from "./browser-timeout.tsx";

const dash = <NoValue />;

const state: Column<BrowserRow> = {
  id: "state",
  header: browserColumnsTexts.state,
  card: "state",
  width: "6.5rem",
  cell: ({ browser }) => <StatusBadge of="session" status={sessionState(browser)} />,
};

const id: Column<BrowserRow> = {
  id: "session_id",
  header: browserColumnsTexts.browser,
  card: "name",
  // A quarter of a narrow table: the invocation has what is left.
  width: "min(15.5rem, 25cqw)",
  mono: true,
  cell: ({ browser: { session_id: sessionId, name } }) => (
    // A card is one button: the page of the browser has those of the row.
    <span className="inline-flex max-w-full items-center gap-1 max-sm:[&>button]:hidden">
      <PinBadge kind="session" id={sessionId} lead={false} className="max-w-3/5 shrink-0 truncate" />
      {name ? (
        <span title={name} className="truncate font-sans text-base font-medium">
          {name}
        </span>
      ) : null}
      <span title={sessionId} className={clsx("truncate", name && "min-w-12 shrink-[999] text-ink-3")}>
        {sessionId}
      </span>
      <CopyButton text={sessionId} label={browserColumnsTexts.copyBrowserId} />
      <LastPictureButton sessionId={sessionId} />
    </span>
  ),
};

/** What a browser belongs to and uses; each value filters. */
const links: readonly Column<BrowserRow>[] = [
  {
    id: "action",
    header: browserColumnsTexts.invocation,
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
    header: browserColumnsTexts.pool,
    width: "9.5rem",
    cell: (row) => row.pool ?? dash,
    filterValue: (row) => row.pool,
  },
  {
    id: "proxy",
    header: browserColumnsTexts.proxy,
    width: "9.5rem",
    hideWhenNarrow: true,
    card: "note",
    cell: ({ proxy, isProxyDown }) =>
      isProxyDown ? (
        <span className="flex items-center gap-1.5">
          <span className="truncate">{proxy}</span>
          <ProxyDown />
        </span>
      ) : (
        (proxy ?? dash)
      ),
    // Of the others a card has no room.
    isOnCard: ({ isProxyDown }) => isProxyDown,
    filterValue: (row) => row.proxy,
  },
  {
    id: "profile",
    header: browserColumnsTexts.profile,
    width: "8rem",
    hideWhenNarrow: true,
    cell: (row) => row.profile ?? dash,
    filterValue: (row) => row.profile,
  },
];

const created: Column<BrowserRow> = {
  id: "created_at",
  header: browserColumnsTexts.created,
  card: "end",
  width: "6.5rem",
  cell: ({ browser }) => <RelativeTime at={browser.created_at} />,
};

const timeout: Column<BrowserRow> = {
  id: "timeout_seconds",
  header: browserColumnsTexts.timeout,
  hint: browserColumnsTexts.timeoutHint,
  card: "figure",
  cardLabel: true,
  width: "6rem",
  align: "right",
  cell: ({ browser, activity }) => <BrowserTimeout browser={browser} activity={activity} />,
};

const ended: Column<BrowserRow> = {
  id: "deleted_at",
  header: browserColumnsTexts.ended,
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
