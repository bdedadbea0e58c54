"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { notify } from "@/components/ui/toast";
import type { Account } from "@/lib/bff/accounts";
import { type Role, roles } from "@/lib/bff/roles";
import { accountMutations } from "@/lib/queries/accounts";
import { resetEffect, roleEffects } from "./account-messages.ts";
import { OneTimePasswordDialog } from "./one-time-password-dialog.tsx";

type Opened = "none" | "disable" | "enable" | "reset" | Role;

/** What an admin may do with an account. */
export function AccountActions({ account }: { account: Account }) {
  const { id, username, role, disabled } = account;
  const [opened, setOpened] = useState<Opened>("none");
  const [password, setPassword] = useState<string>();
  const update = useMutation(accountMutations.update());
  const reset = useMutation(accountMutations.reset());
  const close = () => setOpened("none");
  const target = roles.find((each) => each === opened);
  return (
    <>
      <Menu
        trigger={
          <IconButton size="icon-sm" label={`Actions for ${username}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        {roles
          // The role of others comes from single sign-on.
          .filter((each) => each !== role && account.password !== "none")
          .map((each) => (
            <MenuItem key={each} onSelect={() => setOpened(each)}>
              Make {each}…
            </MenuItem>
          ))}
        {account.password === "none" ? null : (
          <MenuItem onSelect={() => setOpened("reset")}>Reset password…</MenuItem>
        )}
        <MenuItem onSelect={() => setOpened(disabled ? "enable" : "disable")}>
          {disabled ? "Enable…" : "Disable…"}
        </MenuItem>
      </Menu>
      {target === undefined ? null : (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Make ${username} ${target}?`}
          effect={roleEffects[target]}
          confirmLabel={`Make ${target}`}
          tone="primary"
          reason="optional"
          onConfirm={async (reason) => {
            await update.mutateAsync({ id, role: target, reason });
            notify.done(`${username} is now ${target}`);
          }}
        />
      )}
      <ConfirmDialog
        open={opened === "disable" || opened === "enable"}
        onOpenChange={close}
        title={disabled ? `Enable ${username}?` : `Disable ${username}?`}
        effect={disabled ? "They can sign in again." : "They are signed out now and cannot sign in again."}
        confirmLabel={disabled ? "Enable" : "Disable"}
        tone={disabled ? "primary" : "danger"}
        reason="optional"
        onConfirm={async (reason) => {
          await update.mutateAsync({ id, disabled: !disabled, reason });
          notify.done(`${username} ${disabled ? "enabled" : "disabled"}`);
        }}
      />
      <ConfirmDialog
        open={opened === "reset"}
        onOpenChange={close}
        title={`Reset password of ${username}?`}
        effect={resetEffect}
        confirmLabel="Reset password"
        reason="optional"
        onConfirm={async (reason) =>
          setPassword((await reset.mutateAsync({ id, reason }))?.one_time_password)
        }
      />
      <OneTimePasswordDialog username={username} password={password} onClose={() => setPassword(undefined)} />
    </>
  );
}
