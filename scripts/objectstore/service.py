"""A service under test for scripts/objectstore/try: answers each question with itself after half a second, and appends a line to a file for each request.

service.py FILE: prints its port.
"""
import http.server
import json
import sys
import threading
import time

lock = threading.Lock()


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["query"]
        with lock, open(sys.argv[1], "a", encoding="utf-8") as asked:
            asked.write(query + "\n")
        time.sleep(0.5)
        body = json.dumps({"answer": "You asked: " + query}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
server.serve_forever()
