"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { Brand } from "@/components/layout/brand";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { withBasePath } from "@/lib/bff/base-path";
import { accountMutations } from "@/lib/queries/accounts";
import { FirstPasswordForm } from "./password-form.tsx";
import { newPasswordViewTexts } from "./sign-in-messages.ts";

/** After a sign-in with a one-time password: nothing else can be done before it is changed. */
export function NewPasswordView({ username, next }: { username: string; next: string }) {
  const formId = useId();
  const hydrated = useHydrated();
  const change = useMutation(accountMutations.changePassword());
  return (
    <main className="grid min-h-dvh place-items-center bg-bg px-4 py-12">
      <div className="grid w-full max-w-80 gap-5">
        <Brand />
        <header className="grid gap-1">
          <h1 className="text-title font-semibold">{newPasswordViewTexts.setPassword}</h1>
          <p className="text-ink-2">{newPasswordViewTexts.setYourOwnPassword(username)}</p>
        </header>
        <FirstPasswordForm
          id={formId}
          change={change}
          // A full page load: the next page is rendered by the server for this operator.
          onChanged={() => window.location.assign(withBasePath(next))}
        />
        <fieldset disabled={!hydrated} className="contents">
          <Button type="submit" form={formId} variant="primary" pending={change.isPending}>
            {newPasswordViewTexts.setPassword}
          </Button>
        </fieldset>
      </div>
    </main>
  );
}
