"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { loadPart } from "@/components/ui/load-part";
import { handleSignInRequests } from "@/lib/queries/sign-in-again";

const SignInAgainDialog = dynamic(
  loadPart(() => import("./sign-in-again-dialog.tsx").then((module) => module.SignInAgainDialog)),
  { ssr: false },
);

/** Asks for another sign-in when that of this page has ended and the page has what a load would lose. */
export function SignInRequests({ username, onSignedIn }: { username: string; onSignedIn: () => void }) {
  const [request, setRequest] = useState<{ settle: () => void }>();
  useEffect(() => handleSignInRequests(() => new Promise<void>((settle) => setRequest({ settle }))), []);
  if (request === undefined) return null;
  return (
    <SignInAgainDialog
      username={username}
      onSignedIn={() => {
        setRequest(undefined);
        request.settle();
        onSignedIn();
      }}
    />
  );
}
