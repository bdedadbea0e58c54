"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { requiredText, wholeNumber } from "@/components/form/typed-values";
import { QueryError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type ProxySchedule, type ScheduleSetting, scheduleSetting } from "@/lib/bff/proxies";
import { formatCount } from "@/lib/format/numbers";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";

/** Scheduled checks: the present setting for everyone, and a form for admins. */
export function ScheduleDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  // Another admin may have changed the setting since an earlier opening: a cached value is not used.
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
        <QueryError query={query} />
      )}
    </Dialog>
  );
}

const schema = z.object({
  enabled: scheduleSetting.shape.enabled,
  every_minutes: wholeNumber(scheduleSetting.shape.every_minutes),
  per_hour: wholeNumber(scheduleSetting.shape.per_hour),
  reason: requiredText,
});
const faultTexts = {
  every_minutes: "A whole number from 1 to 1,440.",
  per_hour: "A whole number from 1 to 3,600.",
  reason: "Say why: it is written to the audit.",
} as const;

function ScheduleForm({
  id,
  schedule,
  failure,
  onSave,
}: {
  id: string;
  schedule: ProxySchedule;
  failure: Error | null;
  onSave: (setting: ScheduleSetting, reason: string) => void;
}) {
  const form = useSchemaForm({
    schema,
    faultTexts,
    failure,
    mode: "onChange",
    // Untouched fields follow the present setting, whoever changed it.
    values: {
      enabled: schedule.enabled,
      every_minutes: String(schedule.every_minutes),
      per_hour: String(schedule.per_hour),
      reason: "",
    },
    resetOptions: { keepDirtyValues: true },
  });
  const submit = form.handleSubmit(({ reason, ...setting }) => onSave(setting, reason));
  return (
    <form id={id} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
      <Switch
        checked={form.watch("enabled")}
        onCheckedChange={(next) => form.setValue("enabled", next, { shouldDirty: true })}
        label="Scheduled checks"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="every_minutes"
          label="Every … minutes"
          hint="Each proxy, a tenth sooner or later so that they drift apart."
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="per_hour"
          label="At most … checks an hour"
          hint={`All proxies together. The last hour had ${formatCount(schedule.spent)}.`}
          inputMode="numeric"
        />
      </div>
      <TextField form={form} name="reason" label="Reason" maxLength={500} />
      {failure === null ? null : <ErrorState shape="strip" error={failure} title="Not saved" />}
      <p className="text-caption text-ink-3">
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
