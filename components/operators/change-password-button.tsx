"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { notify } from "@/components/ui/toast";
import { accountMutations } from "@/lib/queries/accounts";

const PasswordForm = dynamic(() => import("./password-form.tsx").then((module) => module.PasswordForm), {
  ssr: false,
});

/** Changes one's own password in a dialog. */
export function ChangePasswordButton() {
  const formId = useId();
  const [open, setOpen] = useState(false);
  const change = useMutation(accountMutations.changePassword());
  const onOpenChange = (next: boolean) => {
    change.reset();
    setOpen(next);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change password…</Button>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        pending={change.isPending}
        title="Change password"
        description="Your other sign-ins end."
        foot={
          <Button type="submit" form={formId} variant="primary" pending={change.isPending}>
            Change password
          </Button>
        }
      >
        {open ? (
          <PasswordForm
            id={formId}
            oldLabel="Present password"
            change={change}
            onChanged={() => {
              notify.done("Password changed");
              onOpenChange(false);
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}
