import { Button, Spinner, type ButtonProps } from "@chakra-ui/react";

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
}

/** The look of a button that ends or refuses something. */
export const DESTRUCTIVE = { background: "danger", _hover: { filter: "brightness(0.94)" } };

/** A button that shows progress and cannot be pressed twice. It keeps the focus meanwhile. */
export function BusyButton({ busy, onClick, children, ...rest }: BusyButtonProps) {
  return (
    <Button
      aria-busy={busy}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <Spinner aria-hidden="true" />}
      {children}
    </Button>
  );
}
