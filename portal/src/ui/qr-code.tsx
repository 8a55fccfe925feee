import { Box } from "@chakra-ui/react";

interface QrCodeProps {
  svg: string;
  label: string;
  /** In pixels. */
  size?: number;
}

/** A QR code from the server, an SVG, with its name. */
export function QrCode({ svg, label, size = 200 }: QrCodeProps) {
  // Cameras need dark on white, also at night.
  return (
    <Box padding="3" borderRadius="control" background="white" lineHeight="0">
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={label}
        width={size}
        height={size}
      />
    </Box>
  );
}
