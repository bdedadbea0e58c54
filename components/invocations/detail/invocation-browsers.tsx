"use client";

import type { ReactNode } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { SessionLink } from "@/components/inventory/session-link";
import { QueryError } from "@/components/layout/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Browser } from "@/lib/contract/browsers";
import { paths } from "@/lib/paths";
import { invocationBrowsersTexts } from "./invocation-on-demand-messages.ts";
import type { TrackedSession } from "./tracked-sessions.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** The current and previous sessions of an invocation. */
export function InvocationBrowsers({
  sessions: { query, recorded, open, active, gone },
}: {
  sessions: InvocationSessions;
}) {
  const hasNone = active?.length === 0 && gone.length === 0;
  return (
    <section aria-labelledby="invocation-browsers" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h2 id="invocation-browsers" className="font-semibold">
        {invocationBrowsersTexts.browsers}
        {active && !hasNone ? (
          <span className="font-normal text-ink-3">{invocationBrowsersTexts.active(active.length)}</span>
        ) : null}
      </h2>
      {active === undefined && !query.error ? <Skeleton className="h-8" /> : null}
      {active === undefined ? (
        <QueryError query={query} title={invocationBrowsersTexts.browsersNotLoadedTitle} shape="strip" />
      ) : null}
      {active?.map((browser) => (
        <SessionLine key={browser.session_id} browser={browser}>
          <RelativeTime at={browser.created_at} />
        </SessionLine>
      ))}
      {gone.map((session) => (
        <SessionLine key={session.browser.session_id} browser={session.browser}>
          {lastKnownText(session)}
          <RelativeTime at={session.browser.deleted_at ?? session.lastSeenMs ?? session.firstSeenMs} />
        </SessionLine>
      ))}
      {hasNone ? <p className="min-h-8 text-ink-3">{noBrowser(recorded, open)}</p> : null}
    </section>
  );
}

/** What is known of the time of a session that is not active. */
function lastKnownText({ browser, lastSeenMs }: TrackedSession): string {
  if (browser.deleted_at) return invocationBrowsersTexts.ended;
  return lastSeenMs === undefined ? invocationBrowsersTexts.firstSeen : invocationBrowsersTexts.lastSeen;
}

function noBrowser({ isPending, error }: InvocationSessions["recorded"], open: boolean): string {
  if (open) return invocationBrowsersTexts.noBrowserYet;
  if (isPending) return invocationBrowsersTexts.loading;
  return error ? invocationBrowsersTexts.browsersNotLoaded : invocationBrowsersTexts.noBrowserRecorded;
}

function SessionLine({ browser, children }: { browser: Browser; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center gap-2">
      <SessionLink id={browser.session_id} name={browser.name} className="min-w-0 truncate" />
      <PinBadge kind="session" id={browser.session_id} lead={false} className="truncate" />
      <span className="whitespace-nowrap text-ink-3">{children}</span>
      <span className="flex-1" />
      <Link
        href={paths.browser(browser.session_id)}
        aria-label={invocationBrowsersTexts.logsOfBrowser(browser.name || browser.session_id)}
        className={buttonClass({ size: "sm" })}
      >
        {invocationBrowsersTexts.logs}
      </Link>
    </div>
  );
}
