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
import { paces } from "@/lib/paces";
import { signInMutations, signInQueries } from "@/lib/queries/accounts";
import { sessionQueries } from "@/lib/queries/session";
import { Section } from "../section.tsx";
import { formatUserAgent } from "./format-user-agent.ts";
import { signInsSectionTexts } from "./sign-ins-messages.ts";

const columns: readonly Column<SignIn>[] = [
  {
    id: "since",
    header: signInsSectionTexts.since,
    width: "8rem",
    cell: ({ since_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "seen",
    header: signInsSectionTexts.lastActive,
    card: "end",
    hint: signInsSectionTexts.lastActiveHint,
    width: "8rem",
    cell: ({ last_seen_ms: at }) => <RelativeTime at={at} />,
  },
  {
    id: "ip",
    header: signInsSectionTexts.address,
    card: "note",
    width: "10rem",
    mono: true,
    cell: ({ ip }) => ip,
  },
  {
    id: "browser",
    header: signInsSectionTexts.browser,
    card: "name",
    cell: ({ user_agent }) => (
      <span className="break-words" title={user_agent}>
        {formatUserAgent(user_agent)}
      </span>
    ),
  },
  {
    id: "acts",
    header: signInsSectionTexts.actions,
    card: "acts",
    width: "8rem",
    align: "right",
    cell: (signIn) => <EndSignIn signIn={signIn} />,
  },
];
const account: Column<SignIn> = {
  id: "username",
  header: signInsSectionTexts.account,
  card: "note",
  width: "10rem",
  cell: ({ username }) => <span className="font-medium">{username}</span>,
};

function EndSignIn({ signIn }: { signIn: SignIn }) {
  const end = useMutation(signInMutations.end());
  if (signIn.current)
    return (
      <Badge tone="ok" glyph="disc">
        {signInsSectionTexts.thisOne}
      </Badge>
    );
  return (
    <Button
      size="sm"
      pending={end.isPending}
      aria-label={signInsSectionTexts.endSignInOfFrom(signIn.username, signIn.ip)}
      onClick={() =>
        end.mutate(signIn.id, {
          onSuccess: () => notify.done(signInsSectionTexts.signInEnded),
          onError: (error) => notify.notDone(signInsSectionTexts.signInNotEnded, error),
        })
      }
    >
      {signInsSectionTexts.end}
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
    <Section id="sign-ins" title={signInsSectionTexts.signIns}>
      {role !== undefined && hasRole(role, "admin") ? (
        <div>
          <Switch
            checked={everyone}
            onCheckedChange={setEveryone}
            label={signInsSectionTexts.signInsOfEveryone}
          />
        </div>
      ) : null}
      <DataTable
        caption={signInsSectionTexts.signIns}
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
          <Button onClick={() => setEnding(true)}>{signInsSectionTexts.endAllOthers}</Button>
        </div>
      )}
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={signInsSectionTexts.endYourOtherSignIns}
        effect={signInsSectionTexts.signedOutElsewhere}
        confirmLabel={signInsSectionTexts.endAllOthersConfirm}
        onConfirm={async () => {
          await endOthers.mutateAsync();
          notify.done(signInsSectionTexts.otherSignInsEnded);
        }}
      />
    </Section>
  );
}
