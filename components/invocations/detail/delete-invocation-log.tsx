"use client";

import { useQuery } from "@tanstack/react-query";
import { DeleteStoredLog } from "@/components/layout/delete-stored-log";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { shortId } from "@/lib/format/short-id";
import { paces } from "@/lib/paces";
import { storedLogQueries } from "@/lib/queries/stored-logs";
import { deleteInvocationLogTexts } from "./invocation-on-demand-messages.ts";

/** Deletes the stored log of an invocation that has ended; nothing where none is stored. */
export function DeleteInvocationLog({ id }: { id: string }) {
  const focusHandoffRef = useFocusHandoff();
  const logs = useQuery({
    ...storedLogQueries.ofInvocation(id),
    // The end of a log is recorded shortly after that of its invocation.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ ended_at_ms: endedAtMs }) => endedAtMs === null)
        ? paces.refresh.listMs
        : false,
  });
  const log = logs.data?.items[0];
  if (log === undefined) return null;
  const name = deleteInvocationLogTexts.invocation(shortId(id));
  return (
    <span ref={focusHandoffRef}>
      <DeleteStoredLog
        log={log}
        name={name}
        owner={name}
        consequence={deleteInvocationLogTexts.lostUnlessInApi}
      />
    </span>
  );
}
