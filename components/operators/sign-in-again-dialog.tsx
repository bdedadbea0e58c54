"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { paces } from "@/lib/paces";
import { signedInAs } from "@/lib/queries/sign-in";
import { leaveToSignIn } from "@/lib/queries/sign-in-again";
import { signInAgainTexts } from "./operator-on-demand-messages.ts";
import { useSignInWindow } from "./use-sign-in-window.tsx";

/**
 * Asks for another sign-in, in a second window, so that this page and what was typed in it stay. `onSignedIn` is called
 * once this browser is signed in as `username`, also by another tab.
 */
export function SignInAgainDialog({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const signingIn = useSignInWindow("/sign-in");
  const signIn = useRef<HTMLButtonElement>(null);
  const { data: found } = useQuery({
    queryKey: ["signed-in-as"],
    queryFn: async ({ signal }) => (await signedInAs(signal)) ?? null,
    refetchInterval: paces.refresh.listMs,
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const end = useEffectEvent(() => {
    signingIn.close();
    onSignedIn();
  });
  const isBack = found === username;
  useEffect(() => {
    if (isBack) end();
  }, [isBack]);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      pending
      title={signInAgainTexts.youAreSignedOut}
      initialFocus={signIn}
      foot={
        <>
          <Button onClick={leaveToSignIn}>{signInAgainTexts.leavePage}</Button>
          <Button ref={signIn} variant="primary" onClick={signingIn.open}>
            {signInAgainTexts.signIn}
          </Button>
        </>
      }
    >
      <p>{signInAgainTexts.signInAgainAs(username)}</p>
      {signingIn.blocked}
      {found == null || isBack ? null : (
        <p role="alert" className="mt-2 text-bad">
          {signInAgainTexts.otherAccount(found, username)}
        </p>
      )}
    </Dialog>
  );
}
