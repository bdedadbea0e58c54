"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import type { SignIn } from "@/lib/bff/accounts";
import { hasRole } from "@/lib/bff/roles";
import { readFailure } from "@/lib/format/error-message";
import { paces } from "@/lib/paces";
import { signInMutations, signInQueries } from "@/lib/queries/accounts";
import { sessionQueries } from "@/lib/queries/session";
import { Section } from "../section.tsx";
import { formatUserAgent } from "./format-user-agent.ts";

const columns: readonly Column<SignIn>[] = [
  { id: "since", header: "Since", width: "8rem", cell: ({ since_ms: at }) => <RelativeTime at={at} /> },
  {
    id: "seen",
    header: "Last active",
    card: "end",
    hint: "Last key, click or movement. A sign-in ends after 30 min without one.",
    width: "8rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} />,
  },
  { id: "ip", header: "Address", card: "note", width: "10rem", mono: true, cell: ({ ip }) => ip },
  {
    id: "browser",
    header: "Browser",
    card: "name",
    cell: ({ user_agent }) => (
      <span className="break-words" title={user_agent}>
        {formatUserAgent(user_agent)}
      </span>
    ),
  },
  {
    id: "acts",
    header: "Acts",
    card: "acts",
    width: "8rem",
    align: "right",
    cell: (signIn) => <EndSignIn signIn={signIn} />,
  },
];
const account: Column<SignIn> = {
  id: "username",
  header: "Account",
  card: "note",
  width: "10rem",
  cell: ({ username }) => <span className="font-medium">{username}</span>,
};

function EndSignIn({ signIn }: { signIn: SignIn }) {
  const end = useMutation(signInMutations.end());
  if (signIn.current)
    return (
      <Badge tone="ok" glyph="disc">
        this one
      </Badge>
    );
  return (
    <Button
      size="sm"
      pending={end.isPending}
      aria-label={`End sign-in of ${signIn.username} from ${signIn.ip}`}
      onClick={() =>
        end.mutate(signIn.id, {
          onSuccess: () => notify.done("Sign-in ended"),
          onError: (error) => notify.failed("Sign-in not ended", readFailure(error).message),
        })
      }
    >
      End
    </Button>
  );
}

/** Where an operator is signed in, and for admins, where everyone is. */
export function SignInsSection() {
  const role = useQuery(sessionQueries.current()).data?.data.operator.role;
  const [everyone, setEveryone] = useState(false);
  const [ending, setEnding] = useState(false);
  const signIns = useQuery({
    ...signInQueries.list(everyone ? "everyone" : "me"),
    refetchInterval: paces.refresh.figuresMs,
  });
  const endOthers = useMutation(signInMutations.endOthers());
  const shown = useMemo(() => (everyone ? [account, ...columns] : columns), [everyone]);
  const rows = signIns.data?.data.sign_ins;
  return (
    <Section id="sign-ins" title="Sign-ins">
      {role !== undefined && hasRole(role, "admin") ? (
        <div>
          <Switch checked={everyone} onCheckedChange={setEveryone} label="Sign-ins of everyone" />
        </div>
      ) : null}
      <DataTable
        caption="Sign-ins"
        columns={shown}
        rows={rows}
        rowKey={({ id }) => id}
        read={signIns}
        embedded
        skeletonRows={1}
        empty={null}
      />
      {everyone || (rows?.length ?? 0) < 2 ? null : (
        <div>
          <Button onClick={() => setEnding(true)}>End all others…</Button>
        </div>
      )}
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title="End your other sign-ins?"
        effect="You are signed out everywhere but here."
        confirmLabel="End all others"
        onConfirm={async () => {
          await endOthers.mutateAsync();
          notify.done("Other sign-ins ended");
        }}
      />
    </Section>
  );
}
