import { Button, type ButtonProps } from "@chakra-ui/react";

interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "title"> {
  /** Its name, for the tooltip and for screen readers. */
  label: string;
}

export function IconButton({ label, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="ghost"
      boxSize="9"
      minHeight="9"
      padding="0"
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
