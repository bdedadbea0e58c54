"use client";

import { useMutation } from "@tanstack/react-query";
import { ResourceMenu } from "@/components/inventory/resource-menu";
import { useActReason } from "@/components/layout/use-act-reason";
import type { Dependents } from "@/lib/bff/inventory";
import { type Profile, profileName } from "@/lib/contract/profiles";
import { profileMutations } from "@/lib/queries/profiles";
import { profileNameRule } from "./profile-name-rule.ts";
import { profileMenuTexts } from "./profile-on-demand-messages.ts";

/** Renames and deletes a profile. */
export function ProfileMenu({
  profile: { id, name },
  dependents,
  isGone = false,
  onRenamed,
  onDeleted,
}: {
  profile: Profile;
  /** What uses it; undefined until it is known. */
  dependents: Dependents | undefined;
  /** Whether the API has it no more. */
  isGone?: boolean;
  onRenamed: () => void;
  onDeleted: () => void;
}) {
  return (
    <ResourceMenu
      what="profile"
      id={id}
      name={name ?? ""}
      rename={{
        act: useMutation(profileMutations.rename()),
        rule: profileName,
        hint: profileNameRule,
        disabledReason: useActReason("updateProfile", profileMenuTexts.renameProfiles),
        onDone: onRenamed,
      }}
      remove={{
        act: useMutation(profileMutations.remove()),
        loss: profileMenuTexts.savedStateIsLost,
        disabledReason: useActReason("deleteProfile", profileMenuTexts.deleteProfiles),
        onDone: onDeleted,
      }}
      dependents={dependents}
      isGone={isGone}
    />
  );
}
