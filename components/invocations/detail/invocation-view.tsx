"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { QueryError, RefreshError } from "@/components/layout/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import { isOpen } from "@/lib/contract/invocations";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { isNotFound } from "@/lib/queries/bff";
import { invocationQueries, isInvocationGone } from "@/lib/queries/invocations";
import { invocationViewTexts } from "./invocation-messages.ts";

const loadInvocationPage = () => import("./invocation-page.tsx").then((module) => module.InvocationPage);
const InvocationPage = dynamic(loadPart(loadInvocationPage), {
  ssr: false,
  loading: () => <InvocationSkeleton id={undefined} />,
});

/** One invocation: polled until it ends. */
export function InvocationView({ id }: { id: string }) {
  const query = useQuery({
    ...invocationQueries.detail(id),
    // A missing invocation is not polled.
    refetchInterval: ({ state: { data: read, error: failed } }) => {
      const over = read === undefined ? isNotFound(failed) : !isOpen(read.data) || isInvocationGone(failed);
      if (over) return false;
      return read?.source === undefined ? paces.refresh.invocationMs : paces.refresh.recordedMs;
    },
  });
  const { data, error } = query;
  // Loads the page's code in parallel with its data; the dynamic component reports a failure.
  useEffect(() => void loadInvocationPage().catch(() => undefined), []);

  if (data === undefined && error === null) return <InvocationSkeleton id={id} />;
  if (data === undefined) {
    return (
      <Page>
        <PageHeader title={<UnreadTitle id={id} />} />
        {isNotFound(error) ? (
          <EmptyState
            title={
              error.code === "invocation_not_known"
                ? invocationViewTexts.invocationIsNotKnown
                : invocationViewTexts.invocationDoesNotExist
            }
            action={
              <Link href={paths.invocations()} className={buttonClass()}>
                {invocationViewTexts.allInvocations}
              </Link>
            }
          >
            {error.code === "invocation_not_known" ? error.message : invocationViewTexts.idWrongOrGone}
          </EmptyState>
        ) : (
          <QueryError query={query} title={invocationViewTexts.invocationNotLoaded} />
        )}
      </Page>
    );
  }
  const isGone = isInvocationGone(error);
  return (
    <InvocationPage
      read={data}
      isGone={isGone}
      failure={<RefreshError query={query} gone={isGone ? invocationViewTexts.noLongerExists : undefined} />}
    />
  );
}

/** The title of an invocation whose action is not read. */
function UnreadTitle({ id }: { id: string | undefined }) {
  return (
    <>
      {invocationViewTexts.invocation} <span className="font-mono text-lead">{id}</span>
    </>
  );
}

const detailRows = [1, 2, 3];

/** The parts of the page in their places: how long, timeline, log, and details beside it. */
function InvocationSkeleton({ id }: { id: string | undefined }) {
  return (
    <Page>
      <PageHeader
        title={<UnreadTitle id={id} />}
        details={<Skeleton className="my-1.5 h-3 w-80 max-w-full" />}
      />
      <div aria-busy="true" className="grid gap-5">
        <Skeleton className="h-4 w-80 max-w-full" />
        <div className="grid gap-2">
          <Skeleton className="h-4 w-20" />
          <div className="h-36 rounded-md border border-line" />
        </div>
        <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
          <div className="h-128 rounded-md border border-line p-3">
            <Skeleton className="h-4 w-40" />
          </div>
          <div className="grid content-start gap-2">
            {detailRows.map((row) => (
              <Skeleton key={row} className="h-4 w-64 max-w-full" />
            ))}
          </div>
        </div>
      </div>
    </Page>
  );
}
