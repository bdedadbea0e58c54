"use client";

import { useMutation } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { notify } from "@/components/ui/toast";
import { spanLabels } from "@/components/ui/ui-messages";
import { alertMutations } from "@/lib/queries/alerts";
import { muteMenuTexts } from "./alert-messages.ts";

const spans = [
  { minutes: 60, label: spanLabels.hour },
  { minutes: 480, label: spanLabels.hours8 },
  { minutes: 1_440, label: spanLabels.day },
  { minutes: 10_080, label: spanLabels.days7 },
] as const;

/**
 * Mutes a rule, or one subject of it, for a time. Muted alerts open and close as usual, but nothing is sent, except the end
 * of an alert that was sent before.
 */
export function MuteMenu({
  ruleId,
  subject,
  name,
  muted,
  ruleMuted = false,
}: {
  ruleId: string;
  /** Empty: the whole rule. */
  subject: string;
  name: string;
  muted: boolean;
  /** Not only the subject is muted: it cannot be unmuted alone. */
  ruleMuted?: boolean;
}) {
  const refusal = useRoleReason("operator");
  const mute = useMutation(alertMutations.mute());
  const set = (minutes: number, label: string) =>
    mute.mutate(
      { id: ruleId, subject, minutes },
      {
        onSuccess: () => notify.done(`${name}: ${label}`),
        onError: (error) =>
          notify.notDone(
            minutes === 0 ? muteMenuTexts.wasNotUnmuted(name) : muteMenuTexts.wasNotMuted(name),
            error,
          ),
      },
    );
  const trigger = (
    <Button
      size="icon-sm"
      variant="ghost"
      aria-label={muteMenuTexts.mute(name)}
      pending={mute.isPending}
      disabledReason={refusal}
    >
      <BellOff />
    </Button>
  );
  if (refusal !== undefined) return trigger;
  return (
    <Menu trigger={trigger}>
      <MenuLabel>{muteMenuTexts.muteFor}</MenuLabel>
      {spans.map(({ minutes, label }) => (
        <MenuItem key={minutes} onSelect={() => set(minutes, muteMenuTexts.mutedFor(label))}>
          {label}
        </MenuItem>
      ))}
      {muted ? (
        <>
          <MenuSeparator />
          <MenuItem
            disabledReason={ruleMuted ? muteMenuTexts.ruleIsMuted : undefined}
            onSelect={() => set(0, "unmuted")}
          >
            {muteMenuTexts.unmute}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
