"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { notify } from "@/components/ui/toast";
import type { Account } from "@/lib/bff/accounts";
import { type Role, roles } from "@/lib/bff/roles";
import { accountMutations, accountQueries } from "@/lib/queries/accounts";
import { sessionQueries } from "@/lib/queries/session";
import { accountActionsTexts, resetEffect, roleEffects } from "./account-messages.ts";
import { OneTimePasswordDialog } from "./one-time-password-dialog.tsx";

type Opened = "none" | "switch" | "reset" | Role;

const isEnabledAdmin = ({ role, disabled, without_role }: Account) =>
  role === "admin" && !disabled && !without_role;

/** What an admin may do with an account. */
export function AccountActions({ account }: { account: Account }) {
  const { id, username, role, disabled } = account;
  const [opened, setOpened] = useState<Opened>("none");
  /** What was chosen, whatever someone else does meanwhile. */
  const [disabling, setDisabling] = useState(false);
  const [password, setPassword] = useState<string>();
  const others = useQuery(accountQueries.list()).data?.data.accounts.filter((each) => each.id !== id);
  const isLastAdmin = isEnabledAdmin(account) && others?.some(isEnabledAdmin) === false;
  const refusal = isLastAdmin ? accountActionsTexts.lastAdmin : undefined;
  const isOwn = useQuery(sessionQueries.current()).data?.data.operator.username === username;
  const update = useMutation(accountMutations.update());
  const reset = useMutation(accountMutations.reset());
  const close = () => setOpened("none");
  const target = roles.find((each) => each === opened);
  return (
    <>
      <Menu
        trigger={
          <IconButton size="icon-sm" label={accountActionsTexts.actionsFor(username)}>
            <Ellipsis />
          </IconButton>
        }
      >
        {roles
          // The role of others comes from single sign-on.
          .filter((each) => each !== role && account.password !== "none")
          .map((each) => (
            <MenuItem key={each} disabledReason={refusal} onSelect={() => setOpened(each)}>
              {accountActionsTexts.make(each)}
            </MenuItem>
          ))}
        {account.password === "none" ? null : (
          <MenuItem
            disabledReason={isOwn ? accountActionsTexts.ownAccount : undefined}
            onSelect={() => setOpened("reset")}
          >
            {accountActionsTexts.resetPassword}
          </MenuItem>
        )}
        <MenuItem
          disabledReason={refusal}
          onSelect={() => {
            setDisabling(!disabled);
            setOpened("switch");
          }}
        >
          {disabled ? accountActionsTexts.enable : accountActionsTexts.disable}
        </MenuItem>
      </Menu>
      {target === undefined ? null : (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={accountActionsTexts.makeQuestion(username, target)}
          effect={roleEffects[target]}
          confirmLabel={accountActionsTexts.makeAct(target)}
          tone="primary"
          reason="optional"
          draft={`${target}-account-${id}`}
          onConfirm={async (reason) => {
            await update.mutateAsync({ id, role: target, reason });
            notify.done(accountActionsTexts.isNow(username, target));
          }}
        />
      )}
      <ConfirmDialog
        open={opened === "switch"}
        onOpenChange={close}
        title={
          disabling
            ? accountActionsTexts.disableQuestion(username)
            : accountActionsTexts.enableQuestion(username)
        }
        effect={disabling ? accountActionsTexts.theyAreSignedOut : accountActionsTexts.theyCanSignInAgain}
        confirmLabel={disabling ? accountActionsTexts.disableConfirm : accountActionsTexts.enableConfirm}
        tone={disabling ? "danger" : "primary"}
        reason="optional"
        draft={`${disabling ? "disable" : "enable"}-account-${id}`}
        onConfirm={async (reason) => {
          await update.mutateAsync({ id, disabled: disabling, reason });
          notify.done(
            disabling ? accountActionsTexts.disabled(username) : accountActionsTexts.enabled(username),
          );
        }}
      />
      <ConfirmDialog
        open={opened === "reset"}
        onOpenChange={close}
        title={accountActionsTexts.resetPasswordOf(username)}
        effect={resetEffect}
        confirmLabel={accountActionsTexts.resetPasswordConfirm}
        reason="optional"
        draft={`reset-account-${id}`}
        onConfirm={async (reason) =>
          setPassword((await reset.mutateAsync({ id, reason }))?.one_time_password)
        }
      />
      <OneTimePasswordDialog username={username} password={password} onClose={() => setPassword(undefined)} />
    </>
  );
}
