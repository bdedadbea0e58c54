"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { loadPart } from "@/components/ui/load-part";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import type { Invocation } from "@/lib/contract/invocations";
import { resolvePasted } from "@/lib/format/pasted-target";
import { adjacentInvocationsOf } from "./adjacent-invocations.ts";
import { adjacentInvocationLinksTexts, invocationCompareTexts } from "./invocation-on-demand-messages.ts";
import { type InvocationsOfAction, invocationsRead } from "./use-invocations-of-action.ts";

const InvocationDiff = dynamic(
  loadPart(() => import("./invocation-diff.tsx").then((module) => module.InvocationDiff)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-40" />,
  },
);

const screen = z.object({ compare: z.optional(z.string().check(z.minLength(1), z.maxLength(255))) });

/** Selects the invocation to compare with; its id is in the address. */
export function InvocationCompare({
  invocation,
  invocations,
}: {
  invocation: Invocation;
  invocations: InvocationsOfAction;
}) {
  const { value, set } = useUrlQuery(screen);
  const [pasted, setPasted] = useState("");
  const focusHandoffRef = useFocusHandoff();
  const { compare } = value;
  const { previous, lastSuccess } = adjacentInvocationsOf(invocations.data?.items ?? [], invocation.id);
  const why = invocations.data
    ? invocationCompareTexts.noneAmongNewest(invocationsRead)
    : adjacentInvocationLinksTexts.loadingInvocations;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = resolvePasted(pasted).find(({ kind }) => kind === "invocation")?.id ?? pasted.trim();
    if (id === "") return;
    set({ compare: id });
    setPasted("");
  };
  const choice = (label: string, invocation: Invocation | undefined) => (
    <Button
      aria-pressed={invocation !== undefined && compare === invocation.id}
      disabledReason={invocation === undefined ? why : undefined}
      onClick={() => invocation && set({ compare: invocation.id })}
    >
      {label}
    </Button>
  );
  return (
    <section aria-labelledby="invocation-compare" tabIndex={-1} className="grid min-w-0 gap-3 outline-none">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="invocation-compare" className="mr-2 font-semibold">
          {invocationCompareTexts.compare}
        </h2>
        {choice(invocationCompareTexts.previousInvocation, previous)}
        {choice(invocationCompareTexts.lastSuccessfulInvocation, lastSuccess)}
        <form onSubmit={submit} className="flex min-w-0 flex-1 basis-64 gap-2 sm:max-w-md">
          <Input
            mono
            aria-label={invocationCompareTexts.idOfAnotherInvocation}
            placeholder={invocationCompareTexts.invocationIdOrAddress}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
          <Button
            type="submit"
            disabledReason={pasted.trim() === "" ? invocationCompareTexts.pasteIdFirst : undefined}
          >
            {invocationCompareTexts.compare}
          </Button>
        </form>
        {compare === undefined ? null : (
          <Button ref={focusHandoffRef} variant="ghost" onClick={() => set({ compare: undefined })}>
            <X />
            {invocationCompareTexts.closeComparison}
          </Button>
        )}
      </div>
      {compare === undefined ? (
        <p className="text-ink-3">{invocationCompareTexts.whatIsCompared}</p>
      ) : compare === invocation.id ? (
        <p className="text-ink-3">{invocationCompareTexts.chooseAnother}</p>
      ) : (
        <InvocationDiff key={compare} invocation={invocation} otherId={compare} />
      )}
    </section>
  );
}
