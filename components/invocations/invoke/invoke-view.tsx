"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { QueryError } from "@/components/layout/query-error";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { isPayloadCut, isRecorded } from "@/lib/bff/recorded-invocation";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";
import { sessionQueries } from "@/lib/queries/session";
import { startFields } from "./invoke-fields.ts";
import { InvokeForm } from "./invoke-form.tsx";
import { invokeViewTexts } from "./invoke-messages.ts";

const name = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));

/** Address parameters: an invocation to repeat, and the names of an action. */
const invokeScreen = z.object({ from: name, app_name: name, version: name, action_name: name });

/** Invokes an action: empty, with names from the address, or repeating an earlier invocation. */
export function InvokeView() {
  const { value, ignored } = useUrlQuery(invokeScreen);
  const { from, ...named } = value;
  const operator = useQuery(sessionQueries.current());
  const invocation = useQuery({
    ...invocationQueries.detail(from ?? ""),
    enabled: from !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const username = operator.data?.data.operator.username;
  const origin = paths.invoke(value);
  const waits = from !== undefined && invocation.isPending;

  return (
    <Page>
      <PageHeader
        title={invokeViewTexts.invoke}
        freshness={<p className="text-caption text-ink-3">{invokeViewTexts.runsOneActionOnce}</p>}
        filters={
          <Link href={paths.invocations()} className={buttonClass()}>
            {invokeViewTexts.allInvocations}
          </Link>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {invocation.data === undefined ? (
        <QueryError query={invocation} shape="strip" title={invokeViewTexts.invocationNotLoaded} />
      ) : null}
      {invocation.data !== undefined && isRecorded(invocation.data.data) && !invocation.data.data.payload ? (
        <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn">
          {invokeViewTexts.payloadNotFilledIn(isPayloadCut(invocation.data.data))}
        </p>
      ) : null}
      {username !== undefined && !waits ? (
        <InvokeForm
          key={`${origin} ${invocation.data === undefined}`}
          operator={username}
          origin={origin}
          prefill={startFields(named, invocation.data?.data)}
          from={invocation.data?.data.id}
        />
      ) : operator.error ? (
        <QueryError query={operator} />
      ) : (
        <InvokeFormSkeleton />
      )}
    </Page>
  );
}

/** Reserves the form's layout until operator and prefill are loaded. */
function InvokeFormSkeleton() {
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
