"""Documents are read in confined worker processes: what a document can do ends with the process that reads it.

    pool.py      tasks -> workers -> rows; a death costs one unit of one input
    in_process.py  the same without processes
    job.py       one task on its way: what was handed on, what to avoid after a death
    worker.py    one child process, as the parent sees it
    child.py     the program that the child runs
    confine.py   what the kernel refuses the child (files, network, programs)
    landlock.py  files and TCP, by Linux
    seccomp.py   system calls, by Linux
    refusals.py  what Python refuses the child
    messages.py  tasks, chunks and ends as frames; nothing of a child's is believed unchecked
    columnar.py  tables as plain buffers
    frames.py    frames of bytes in a pipe
    heartbeat.py what a child is working on, in memory that its parent reads
    bounds.py    how much a worker may take

This module imports none of them, so that a child is confined before it loads anything large.
"""
