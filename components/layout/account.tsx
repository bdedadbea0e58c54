"use client";

import { CircleUserRound } from "lucide-react";
import { lazy } from "react";
import { Button } from "@/components/ui/button";
import type { AccountActs } from "./account-menu.tsx";
import { OnDemandMenu } from "./on-demand-menu.tsx";
import type { Operator } from "./operator.ts";

const AccountMenu = lazy(() =>
  import("./account-menu.tsx").then((module) => ({ default: module.AccountMenu })),
);

/** Who is signed in, and what they can do about it. */
export function Account({ operator, ...acts }: AccountActs & { operator: Operator }) {
  return (
    <OnDemandMenu
      trigger={
        <Button
          variant="ghost"
          aria-label={`Account: ${operator.name}, ${operator.role}`}
          className="max-sm:px-2"
        >
          <CircleUserRound className="sm:hidden" />
          <span className="max-w-40 truncate max-sm:hidden">
            {operator.name} <span className="font-normal text-ink-3">· {operator.role}</span>
          </span>
        </Button>
      }
    >
      {(trigger) => <AccountMenu trigger={trigger} operator={operator} {...acts} />}
    </OnDemandMenu>
  );
}
