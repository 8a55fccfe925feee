import { Button, type ButtonProps } from "@chakra-ui/react";

interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "title"> {
  /** Its name, for those who see the icon only and for those who see none. */
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
