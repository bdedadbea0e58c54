"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useEffect } from "react";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { BffError } from "@/lib/queries/bff";
import { invocationQueries } from "@/lib/queries/invocations";
import { isOpen } from "./invocation-columns.tsx";

const loadRunPage = () => import("./run-page.tsx").then((module) => module.RunPage);
const RunPage = dynamic(loadRunPage, { ssr: false, loading: () => <Awaited /> });

/** One run: followed until it is over, then still. */
export function InvocationView({ id }: { id: string }) {
  const query = useQuery({
    ...invocationQueries.detail(id),
    // What is not there is not asked for again and again.
    refetchInterval: ({ state }) => {
      const over = state.data !== undefined && !isOpen(state.data.data);
      if (over || (state.data === undefined && isMissing(state.error))) return false;
      return state.data?.source === undefined ? paces.refresh.runMs : paces.refresh.recordedMs;
    },
  });
  const { data, error } = query;
  // The page's parts are fetched while its data are; a failure to is told where they are drawn.
  useEffect(() => void loadRunPage().catch(() => undefined), []);
  const retry = { onRetry: () => void query.refetch(), retrying: query.isFetching };

  if (data === undefined && error === null) return <Awaited />;
  if (data === undefined) {
    return (
      <Page>
        <PageHeader title="Invocation" />
        {isMissing(error) ? (
          <EmptyState
            title={
              error.code === "run_not_known"
                ? `Nothing is known of invocation ${id}`
                : `There is no invocation ${id}`
            }
            action={
              <Link href={paths.invocations()} className={buttonClass()}>
                All invocations
              </Link>
            }
          >
            {error.message}
          </EmptyState>
        ) : (
          <ErrorState error={error} {...retry} />
        )}
      </Page>
    );
  }
  return (
    <RunPage
      read={data}
      failure={error ? <ErrorState error={error} shape="strip" {...retry} /> : undefined}
    />
  );
}

const isMissing = (error: Error | null): error is BffError =>
  error instanceof BffError && error.status === 404;

function Awaited() {
  return (
    <Page>
      <PageHeader title="Invocation" />
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    </Page>
  );
}
