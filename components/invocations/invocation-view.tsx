"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { JsonView } from "@/components/json/json-view";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { StaleBadge, StatusBadge } from "@/components/ui/status-badge";
import { TruthLine } from "@/components/ui/truth-line";
import { paths } from "@/lib/paths";
import { BffError } from "@/lib/queries/bff";
import { invocationQueries } from "@/lib/queries/invocations";
import { CancelInvocation } from "./cancel-invocation.tsx";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { isOpen } from "./invocation-columns.tsx";
import { InvocationFacts } from "./invocation-facts.tsx";
import { InvocationTimeline } from "./invocation-timeline.tsx";

const refreshMs = 1_000;

/** One run: followed until it is over, then still. */
export function InvocationView({ id }: { id: string }) {
  const query = useQuery({
    ...invocationQueries.detail(id),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.data) ? false : refreshMs),
  });
  const { data, error } = query;
  const invocation = data?.data;
  const retry = { onRetry: () => void query.refetch(), retrying: query.isFetching };

  if (invocation === undefined) {
    return (
      <Page>
        <PageHeader title="Invocation" />
        {error instanceof BffError && error.status === 404 ? (
          <EmptyState
            title={`There is no invocation ${id}`}
            action={
              <Link href={paths.invocations()} className={buttonClass()}>
                All invocations
              </Link>
            }
          >
            {error.message}
          </EmptyState>
        ) : error ? (
          <ErrorState error={error} {...retry} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={invocation.action_name ?? invocation.id}
        badge={
          <>
            <StatusBadge of="invocation" status={invocation.status} />
            {data?.stale === undefined ? null : <StaleBadge />}
          </>
        }
        truth={
          <TruthLine readAtMs={data?.observedAtMs} source={isOpen(invocation) ? "followed live" : "final"} />
        }
        actions={<CancelInvocation invocation={invocation} />}
      />
      {error ? <ErrorState error={error} shape="strip" {...retry} /> : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          <InvocationFacts invocation={invocation} />
          <InvocationTimeline invocation={invocation} />
          <InvocationBrowsers id={id} open={isOpen(invocation)} />
        </div>
        <div className="grid content-start gap-4">
          <JsonSection
            label="Payload"
            text={invocation.payload}
            none="This run was invoked without a payload."
          />
          <JsonSection
            label="Output"
            text={invocation.output}
            none={
              isOpen(invocation) ? "There is no output before the run is over." : "This run returned nothing."
            }
          />
        </div>
      </div>
    </Page>
  );
}

function JsonSection({
  label,
  text,
  none,
}: {
  label: string;
  text: string | null | undefined;
  none: string;
}) {
  if (text) return <JsonView label={label} text={text} />;
  return (
    <section aria-label={label} className="rounded-md border border-line bg-sunk px-3 py-2">
      <h2 className="text-label font-medium text-ink-2">{label}</h2>
      <p className="text-ink-3">{none}</p>
    </section>
  );
}
