"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { PinMark } from "@/components/inventory/pin-mark";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Browser } from "@/lib/contract/browsers";
import { paths } from "@/lib/paths";
import type { RunSessions } from "./use-run-sessions.ts";

/** The sessions an invocation has now, and those it was seen to have. The API names only active ones. */
export function InvocationBrowsers({
  sessions: { query, active, gone, deletedAt },
}: {
  sessions: RunSessions;
}) {
  return (
    <section aria-labelledby="invocation-browsers" className="grid gap-1.5">
      <h2 id="invocation-browsers" className="font-semibold">
        Browsers {active ? <span className="font-normal text-ink-3">{active.length} active</span> : null}
      </h2>
      {active === undefined && !query.error ? <Skeleton className="h-8" /> : null}
      {query.error && active === undefined ? (
        <ErrorState
          error={query.error}
          title="The sessions could not be read"
          shape="strip"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      {active?.map((browser) => (
        <SessionLine key={browser.session_id} browser={browser}>
          <RelativeTime at={browser.created_at} />
        </SessionLine>
      ))}
      {active?.length === 0 ? (
        <p className="min-h-8 text-ink-3">No session is active in it. The API does not list ended ones.</p>
      ) : null}
      {gone.map(({ browser, lastSeenMs }) => {
        const deleted = deletedAt.get(browser.session_id);
        return (
          <SessionLine key={browser.session_id} browser={browser}>
            {deleted === undefined ? "last seen in it " : "deleted "}
            <RelativeTime at={deleted ?? lastSeenMs} />
          </SessionLine>
        );
      })}
    </section>
  );
}

function SessionLine({ browser, children }: { browser: Browser; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Link
        href={paths.browser(browser.session_id)}
        className="min-w-0 truncate font-mono text-label text-accent hover:underline"
      >
        {browser.session_id}
      </Link>
      <PinMark kind="session" id={browser.session_id} lead={false} className="truncate" />
      <span className="whitespace-nowrap text-ink-3">{children}</span>
      <span className="flex-1" />
      <Link
        href={paths.browser(browser.session_id)}
        aria-label={`Logs of session ${browser.session_id}`}
        className={buttonClass({ size: "sm" })}
      >
        Logs
      </Link>
    </div>
  );
}
