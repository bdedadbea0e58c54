"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";

const refreshMs = 2_000;

/** The sessions an invocation has now. The API names only active ones. */
export function InvocationBrowsers({ id, open }: { id: string; open: boolean }) {
  const query = useQuery({
    ...invocationQueries.browsers(id),
    // A run that is over may still be giving its sessions back: what was last seen active is asked for once more.
    refetchInterval: ({ state }) => (open || state.data?.data.browsers.length ? refreshMs : false),
  });
  const browsers = query.data?.data.browsers;
  return (
    <section aria-labelledby="invocation-browsers" className="grid gap-1.5">
      <h2 id="invocation-browsers" className="font-semibold">
        Browsers {browsers ? <span className="font-normal text-ink-3">{browsers.length} active</span> : null}
      </h2>
      {browsers === undefined && !query.error ? <Skeleton className="h-8" /> : null}
      {query.error && browsers === undefined ? (
        <ErrorState
          error={query.error}
          title="The sessions could not be read"
          shape="strip"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      {browsers?.map((browser) => (
        <div key={browser.session_id} className="flex items-center gap-2">
          <Link
            href={paths.browser(browser.session_id)}
            className="min-w-0 truncate font-mono text-label text-accent hover:underline"
          >
            {browser.session_id}
          </Link>
          <span className="text-ink-3">
            <RelativeTime at={browser.created_at} />
          </span>
          <span className="flex-1" />
          <Link href={paths.browser(browser.session_id)} className={buttonClass({ size: "sm" })}>
            Logs
          </Link>
        </div>
      ))}
      {browsers?.length === 0 ? (
        <p className="text-ink-3">No session is active in it. The API does not list ended ones.</p>
      ) : null}
    </section>
  );
}
