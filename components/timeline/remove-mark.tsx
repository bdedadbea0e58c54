"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import type { Mark } from "@/lib/bff/timeline";
import { readFailure } from "@/lib/format/failure";
import { timelineMutations } from "@/lib/queries/timeline";

/** Takes a mark of one's own back; says whose it is otherwise. */
export function RemoveMark({ mark }: { mark: Mark }) {
  const remove = useMutation({
    ...timelineMutations.unmark(),
    onError: (error) => notify.failed("The mark was not taken back", readFailure(error).message),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Take back the mark “${mark.note}”`}
      pending={remove.isPending}
      disabledReason={mark.mine ? undefined : `Only ${mark.by}, who set it, takes it back.`}
      onClick={() => remove.mutate(mark.id)}
    >
      Take back
    </Button>
  );
}
