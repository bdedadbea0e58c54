import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { ClockTime, RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Invocation } from "@/lib/contract/invocations";
import { Took } from "./invocation-columns.tsx";

// Only a failed run has others like it.
const FailureGroupLink = dynamic(
  () => import("./failure-group-link.tsx").then((module) => module.FailureGroupLink),
  { ssr: false, loading: () => <Skeleton className="my-1 h-3 w-52" /> },
);

/** Who, what, when and why of a run, as the API tells it. */
export function InvocationFacts({ invocation }: { invocation: Invocation }) {
  const { status, status_reason: reason } = invocation;
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 gap-y-1">
      <Fact name="Id">
        <span className="inline-flex max-w-full items-center gap-1 font-mono text-label">
          <span className="truncate">{invocation.id}</span>
          <CopyButton text={invocation.id} label="Copy invocation id" />
        </span>
      </Fact>
      <Fact name="App">
        {invocation.app_name ?? "–"} <span className="font-mono text-label">{invocation.version}</span>
      </Fact>
      <Fact name="Action">{invocation.action_name ?? "–"}</Fact>
      <Fact name={status === "queued" ? "Queued" : "Started"}>
        {invocation.started_at ? <ClockTime at={invocation.started_at} withDate /> : null}{" "}
        <span className="text-ink-3">
          <RelativeTime at={invocation.started_at} />
        </span>
      </Fact>
      {invocation.finished_at ? (
        <Fact name="Finished">
          <ClockTime at={invocation.finished_at} withDate />{" "}
          <span className="text-ink-3">
            <RelativeTime at={invocation.finished_at} />
          </span>
        </Fact>
      ) : null}
      <Fact name={status === "running" ? "Running for" : "Took"}>
        <Took invocation={invocation} />
      </Fact>
      <Fact name="Reason">
        <span className={`break-words ${status === "failed" ? "text-bad" : ""}`}>{reason || "–"}</span>
      </Fact>
      {status === "failed" && reason ? (
        <Fact name="Alike">
          <FailureGroupLink reason={reason} />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
