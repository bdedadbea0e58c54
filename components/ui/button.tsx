"use client";

import { type ComponentProps, type MouseEvent, useState } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Work started by this button is under way: it shows so and takes no further click. */
  pending?: boolean | undefined;
  /** Why the button does nothing now. It stays reachable by keyboard so that the reason can be read. */
  disabledReason?: string | undefined;
}

export function Button({
  variant,
  size,
  pending = false,
  disabledReason,
  className,
  onClick,
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  const [reasonOpen, setReasonOpen] = useState(false);
  const blocked = pending || disabledReason !== undefined;

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
    // A tap has no hover: the reason opens on it.
    if (disabledReason !== undefined) setReasonOpen(true);
  };

  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={blocked || undefined}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, className })}
      onClick={click}
    >
      {pending ? <Spinner /> : null}
      {pending && (size === "icon" || size === "icon-sm") ? null : children}
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <Tooltip text={disabledReason} open={reasonOpen} onOpenChange={setReasonOpen}>
      {button}
    </Tooltip>
  );
}

/** A button that is only an icon: `label` is its name and its tooltip. */
export function IconButton({
  label,
  size = "icon",
  variant = "ghost",
  ...rest
}: ButtonProps & { label: string }) {
  const button = <Button {...rest} size={size} variant={variant} aria-label={label} />;
  return rest.disabledReason === undefined ? <Tooltip text={label}>{button}</Tooltip> : button;
}
