"""A mail server for the tests, on aiosmtpd. It parses each mail with Python's own parser and prints it
as one line of JSON.

    server.py plain|starttls|implicit [CERTIFICATE KEY]

The first line it prints is its port on 127.0.0.1. It ends when its standard input ends. With TLS
it asks for the user "sso" with the password "open sesame". It refuses recipients called "nobody"
permanently, and those called "later" once.
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
        self.put_off = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "nobody":
            return "550 5.1.1 no such mailbox"
        if name == "later" and address not in self.put_off:
            self.put_off.add(address)
            return "451 4.7.1 come again"
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
            "defects": [str(defect) for defect in mail.defects],
        }
        print(json.dumps(told), flush=True)
        return "250 taken"


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
        return SMTP(
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
