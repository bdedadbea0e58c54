"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { requiredText, wholeNumber } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { QueryError } from "@/components/layout/query-error";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { type ProxySchedule, scheduleSetting } from "@/lib/bff/proxies";
import { formatCount } from "@/lib/format/numbers";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { scheduleDialogTexts } from "./proxy-on-demand-messages.ts";

const texts = {
  title: scheduleDialogTexts.scheduledChecks,
  description: scheduleDialogTexts.checksEveryProxy,
} as const;

/** Scheduled checks: the present setting for everyone, and a form for admins. Mount it when it opens. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  // Another admin may have changed the setting since an earlier opening: a cached value is not used.
  const query = useQuery({ ...proxyQueries.schedule(), gcTime: 0 });
  const schedule = query.data?.data;
  if (schedule !== undefined) return <ScheduleForm schedule={schedule} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} {...texts}>
      {query.error === null ? <Skeleton className="h-24 w-full" /> : <QueryError query={query} />}
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
  every_minutes: scheduleDialogTexts.enterMinutes,
  per_hour: scheduleDialogTexts.enterPerHour,
  reason: scheduleDialogTexts.giveAReason,
} as const;

function ScheduleForm({ schedule, onClose }: { schedule: ProxySchedule; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    // Untouched fields follow the present setting, whoever changed it.
    values: {
      enabled: schedule.enabled,
      every_minutes: String(schedule.every_minutes),
      per_hour: String(schedule.per_hour),
      reason: "",
    },
    draft: "proxy-schedule",
    act: useMutation(proxyMutations.setSchedule()),
    toSend: ({ reason, ...setting }) => ({
      setting: { ...setting, expected_set_at_ms: schedule.set_at_ms },
      reason,
    }),
    onSaved: (_, { enabled }) => {
      notify.done(
        enabled ? scheduleDialogTexts.scheduledChecksTurnedOn : scheduleDialogTexts.scheduledChecksTurnedOff,
      );
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      {...texts}
      submitLabel={scheduleDialogTexts.save}
      failedTitle={scheduleDialogTexts.notSaved}
      disabledReason={useRoleReason("admin")}
      effect={
        schedule.set_by === null ? (
          scheduleDialogTexts.notSetYet
        ) : (
          <>
            {scheduleDialogTexts.setBy(schedule.set_by)}
            <RelativeTime at={schedule.set_at_ms} />.
          </>
        )
      }
    >
      <Switch
        checked={form.watch("enabled")}
        onCheckedChange={(next) => form.setValue("enabled", next, { shouldDirty: true })}
        label={scheduleDialogTexts.scheduledChecks}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="every_minutes"
          label={scheduleDialogTexts.minutesBetweenChecks}
          hint={scheduleDialogTexts.variedForEachProxy}
          inputMode="numeric"
        />
        <TextField
          form={form}
          name="per_hour"
          label={scheduleDialogTexts.maximumChecksPerHour}
          hint={scheduleDialogTexts.checksPerHourHint(formatCount(schedule.spent))}
          inputMode="numeric"
        />
      </div>
      <ReasonField form={form} name="reason" optional={false} />
    </FormDialog>
  );
}
