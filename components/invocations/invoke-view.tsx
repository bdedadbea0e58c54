"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import * as z from "zod/mini";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { isPayloadCut, isRecorded } from "@/lib/bff/recorded-invocation";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";
import { sessionQueries } from "@/lib/queries/session";
import { startFields } from "./invoke-fields.ts";
import { InvokeForm } from "./invoke-form.tsx";

const name = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));

/** What an address may fill in: a run to repeat, and the names of an action. */
const invokeScreen = z.object({ from: name, app_name: name, version: name, action_name: name });

/** Invoke an action: empty, with names from the address, or as an earlier run. */
export function InvokeView() {
  const { value, ignored } = useUrlQuery(invokeScreen);
  const { from, ...named } = value;
  const operator = useQuery(sessionQueries.current());
  const run = useQuery({
    ...invocationQueries.detail(from ?? ""),
    enabled: from !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const username = operator.data?.data.operator.username;
  const origin = paths.invoke(value);
  const waits = from !== undefined && run.isPending;

  return (
    <Page>
      <PageHeader
        title="Invoke"
        truth={<p className="text-truth text-ink-3">runs one action of an application, once</p>}
        actions={
          <Link href={paths.invocations()} className={buttonClass()}>
            All invocations
          </Link>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {run.error && run.data === undefined ? (
        <ErrorState
          shape="strip"
          title="The run to repeat could not be read"
          error={run.error}
          onRetry={() => void run.refetch()}
          retrying={run.isFetching}
        />
      ) : null}
      {run.data !== undefined && isRecorded(run.data.data) && !run.data.data.payload ? (
        <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
          The payload of the run to repeat is not filled in: only the dashboard's recorder tells that run, and
          it has {isPayloadCut(run.data.data) ? "no payload that long" : "none of it"}.
        </p>
      ) : null}
      {username !== undefined && !waits ? (
        <InvokeForm
          key={`${origin} ${run.data === undefined}`}
          operator={username}
          origin={origin}
          prefill={startFields(named, run.data?.data)}
          from={run.data?.data.id}
        />
      ) : operator.error ? (
        <ErrorState
          error={operator.error}
          onRetry={() => void operator.refetch()}
          retrying={operator.isFetching}
        />
      ) : (
        <Standing />
      )}
    </Page>
  );
}

/** The form's own measures, before it is known who types and what. */
function Standing() {
  return (
    <div
      aria-busy="true"
      className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="grid gap-4">
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="h-[74px] w-full" />
        <Skeleton className="h-[344px] w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
