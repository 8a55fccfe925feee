"""A mail server for the tests, on aiosmtpd. It parses each mail with Python's own parser and prints it
as one line of JSON.

    server.py plain|starttls|implicit [CERTIFICATE KEY]

The first line it prints is its port on 127.0.0.1. It ends when its standard input ends. With TLS
it asks for the user "sso" with the password "open sesame". The name of a recipient says what it does:

    nobody  refuses permanently, always
    moved   refuses permanently, once
    full    refuses for now, always
    later   refuses for now, once
    slow    does not answer, once
    dying   dies in the middle of the mail, once
"""

import asyncio
import email.policy
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

# Do not log the errors that tests make on purpose.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)
warnings.simplefilter("ignore")


class Mailbox:
    def __init__(self):
        self.known = set()

    def is_first(self, address, name):
        """Whether the address has this name and comes for the first time."""
        if address.split("@")[0] != name or address in self.known:
            return False
        self.known.add(address)
        return True

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "nobody" or self.is_first(address, "moved"):
            return "550 5.1.1 no such mailbox"
        if name == "full":
            return "452 4.2.2 mailbox full"
        if self.is_first(address, "later"):
            return "451 4.7.1 come again"
        if self.is_first(address, "slow"):
            await asyncio.Event().wait()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content() for part in mail.walk()
                 if not part.is_multipart()}
        told = {
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "tls": session.ssl is not None,
            "user": session.auth_data.login.decode() if session.auth_data else None,
            "headers": {name: str(value) for name, value in mail.items()},
            "header_names": mail.keys(),
            "text": parts.get("text/plain"),
            "html": parts.get("text/html"),
            "raw": envelope.content.decode("ascii", "backslashreplace"),
            "defects": [str(defect) for defect in mail.defects],
        }
        print(json.dumps(told), flush=True)
        return "250 taken"


class Connection(SMTP):
    async def smtp_DATA(self, arg):
        if any(self.event_handler.is_first(to, "dying") for to in self.envelope.rcpt_tos):
            await self.push("354 go on")
            await self._reader.readline()
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


def authenticate(server, session, envelope, mechanism, auth_data):
    good = isinstance(auth_data, LoginPassword) and (
        auth_data.login == b"sso" and auth_data.password == b"open sesame")
    return AuthResult(success=good, handled=False, auth_data=auth_data if good else None)


async def main():
    mode = sys.argv[1]
    context = None
    if mode != "plain":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
    mailbox = Mailbox()

    def connection():
        return Connection(
            mailbox,
            enable_SMTPUTF8=True,
            tls_context=context if mode == "starttls" else None,
            require_starttls=mode == "starttls",
            authenticator=authenticate if context else None,
            auth_required=bool(context),
            auth_require_tls=mode == "starttls",
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        connection, "127.0.0.1", 0, ssl=context if mode == "implicit" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
