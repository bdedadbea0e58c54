"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { JsonView } from "@/components/json/json-view";
import { buttonClass } from "@/components/ui/button-class";
import { ErrorState } from "@/components/ui/error-state";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { invocationQueries } from "@/lib/queries/invocations";
import { InvocationBrowsers } from "./invocation-browsers.tsx";
import { isOpen } from "./invocation-columns.tsx";
import { InvocationFacts } from "./invocation-facts.tsx";

const previewLength = 20_000;
const refreshMs = 2_000;

/** The row in focus. What the list knows is shown at once; one that is not over is followed by its id, so that it ends
 *  here too when the list stands still or has let it go. */
export function InvocationSheet({
  id,
  listed,
  onClose,
}: {
  id: string;
  listed: Invocation | undefined;
  onClose: () => void;
}) {
  const query = useQuery({
    ...invocationQueries.detail(id),
    enabled: listed === undefined || isOpen(listed),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.data) ? refreshMs : false),
  });
  const read = query.data?.data;
  const invocation = listed && !isOpen(listed) ? listed : (read ?? listed);
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <StatusBadge of="invocation" status={invocation?.status} />
          <span className="truncate">{invocation?.action_name ?? "Invocation"}</span>
        </>
      }
      actions={
        <Link href={paths.invocation(id)} className={buttonClass({ size: "sm" })}>
          Open
        </Link>
      }
    >
      {query.error && invocation === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : invocation === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <div className="grid gap-4">
          <InvocationFacts invocation={invocation} />
          <InvocationBrowsers id={id} open={isOpen(invocation)} />
          {invocation.payload ? <Preview label="Payload" text={invocation.payload} id={id} /> : null}
          {invocation.output ? <Preview label="Output" text={invocation.output} id={id} /> : null}
        </div>
      )}
    </Sheet>
  );
}

function Preview({ label, text, id }: { label: string; text: string; id: string }) {
  if (text.length <= previewLength) return <JsonView label={label} text={text} />;
  return (
    <p className="text-ink-3">
      {label} is large; it is on{" "}
      <Link className="text-accent hover:underline" href={paths.invocation(id)}>
        the run's page
      </Link>
      .
    </p>
  );
}
