"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type ProxySchedule, scheduleSetting } from "@/lib/bff/proxies";
import { formatCount } from "@/lib/format/numbers";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";

/** The scheduled checks: what they are set to for everyone, and for an admin to set them. */
export function ScheduleDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  // What an earlier opening read, another admin may have set anew: the form begins with none of that.
  const query = useQuery({ ...proxyQueries.schedule(), enabled: open, gcTime: 0 });
  const schedule = query.data?.data;
  const formId = useId();
  const roleReason = useRoleReason("admin");
  const save = useMutation(proxyMutations.setSchedule());
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      pending={save.isPending}
      title="Scheduled checks"
      description="The dashboard checks every proxy by itself. Off unless an admin turns it on: each check is a real request through the proxy."
      foot={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          pending={save.isPending}
          disabledReason={
            roleReason ?? (schedule === undefined ? "The present setting is not read yet." : undefined)
          }
        >
          Save
        </Button>
      }
    >
      {schedule !== undefined ? (
        <ScheduleForm
          id={formId}
          schedule={schedule}
          failure={save.error}
          onSave={(setting, reason) =>
            save.mutate(
              { setting, reason },
              {
                onSuccess: () => {
                  notify.done(setting.enabled ? "Scheduled checks are on" : "Scheduled checks are off");
                  onOpenChange(false);
                },
              },
            )
          }
        />
      ) : query.error === null ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Dialog>
  );
}

interface ScheduleDraft {
  enabled: boolean;
  every: string;
  perHour: string;
}

function ScheduleForm({
  id,
  schedule,
  failure,
  onSave,
}: {
  id: string;
  schedule: ProxySchedule;
  failure: Error | null;
  onSave: (setting: { enabled: boolean; every_minutes: number; per_hour: number }, reason: string) => void;
}) {
  const [draft, setDraft] = useState<Partial<ScheduleDraft>>({});
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  // What was not touched is as it is now, whoever set it meanwhile.
  const { enabled, every, perHour }: ScheduleDraft = {
    enabled: schedule.enabled,
    every: String(schedule.every_minutes),
    perHour: String(schedule.per_hour),
    ...draft,
  };
  const set = (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part });
  const read = scheduleSetting.safeParse({
    enabled,
    every_minutes: Number(every),
    per_hour: Number(perHour),
  });
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]));
  const noReason = reason.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (read.success && !noReason) onSave(read.data, reason.trim());
  };
  return (
    <form id={id} className="grid gap-4" onSubmit={submit} noValidate>
      <Switch checked={enabled} onCheckedChange={(next) => set({ enabled: next })} label="Scheduled checks" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Every … minutes"
          hint="Each proxy, a tenth sooner or later so that they drift apart."
          error={wrong.has("every_minutes") ? "A whole number from 1 to 1,440." : undefined}
        >
          <Input inputMode="numeric" value={every} onChange={(event) => set({ every: event.target.value })} />
        </Field>
        <Field
          label="At most … checks an hour"
          hint={`All proxies together. The last hour had ${formatCount(schedule.spent)}.`}
          error={wrong.has("per_hour") ? "A whole number from 1 to 3,600." : undefined}
        >
          <Input
            inputMode="numeric"
            value={perHour}
            onChange={(event) => set({ perHour: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Reason" error={tried && noReason ? "Say why: it is written to the audit." : undefined}>
        <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
      <p className="text-truth text-ink-3">
        {schedule.set_by === null ? (
          "Nobody has set it yet."
        ) : (
          <>
            Set by {schedule.set_by} <RelativeTime at={schedule.set_at_ms} />.
          </>
        )}
      </p>
    </form>
  );
}
