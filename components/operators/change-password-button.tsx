"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { changePasswordButtonTexts } from "./operator-messages.ts";

const PasswordDialog = dynamic(
  loadPart(() => import("./password-form.tsx").then((module) => module.PasswordDialog)),
  {
    ssr: false,
  },
);

/** Changes one's own password in a dialog. */
export function ChangePasswordButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{changePasswordButtonTexts.changePassword}</Button>
      {open ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
