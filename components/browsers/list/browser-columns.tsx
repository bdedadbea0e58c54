import type { Column } from "@/components/data-table/column";
import { PinBadge } from "@/components/inventory/pin-badge";
import { LastPictureButton } from "@/components/pictures/last-picture-button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Browser } from "@/lib/contract/browsers";

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

export const browserColumns: readonly Column<Browser>[] = [
  {
    id: "state",
    header: "State",
    width: "6.5rem",
    cell: (browser) => <StatusBadge of="session" status={sessionState(browser)} />,
  },
  {
    id: "session_id",
    header: "Session",
    width: "17rem",
    mono: true,
    cell: (browser) => (
      <span className="inline-flex max-w-full items-center gap-1">
        <PinBadge
          kind="session"
          id={browser.session_id}
          lead={false}
          className="max-w-3/5 shrink-0 truncate"
        />
        <span title={browser.session_id} className="truncate">
          {browser.session_id}
        </span>
        <CopyButton text={browser.session_id} label="Copy session id" />
        {sessionState(browser) === "ended" ? <LastPictureButton sessionId={browser.session_id} /> : null}
      </span>
    ),
  },
  {
    id: "created_at",
    header: "Created",
    width: "8rem",
    cell: (browser) => <RelativeTime at={browser.created_at} />,
  },
  {
    id: "deleted_at",
    header: "Ended",
    width: "8rem",
    hideOnPhone: true,
    cell: (browser) => <RelativeTime at={browser.deleted_at} />,
  },
  {
    id: "timeout_seconds",
    header: "Timeout",
    width: "6rem",
    align: "right",
    mono: true,
    cell: (browser) => (browser.timeout_seconds ? `${browser.timeout_seconds} s` : dash),
  },
  {
    id: "viewport",
    header: "Viewport",
    width: "7rem",
    mono: true,
    hideOnPhone: true,
    cell: (browser) => (browser.viewport ? `${browser.viewport.width}×${browser.viewport.height}` : dash),
  },
  {
    id: "mode",
    header: "Mode",
    width: "8rem",
    hideOnPhone: true,
    cell: (browser) => modes(browser).join(", ") || dash,
  },
  {
    id: "profile",
    header: "Profile",
    cell: (browser) => browser.profile?.name ?? browser.profile?.id ?? dash,
  },
  {
    id: "proxy_id",
    header: "Proxy",
    mono: true,
    hideOnPhone: true,
    cell: (browser) => browser.proxy_id ?? dash,
  },
];
